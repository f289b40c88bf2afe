"""Changes that programs make, and their system calls as strace records them, for `.ci/powercut`."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import chain

from disk import Disk, number_of, sent_bytes
from testbed import Call, Home, Tracer, describe, exchange, expect, read_trace

PREFERENCES = "dev.units.preferences"
# Strings whole and in hexadecimal, descriptors with their paths.
RECORDED = ["-f", "-y", "-xx", "-s", "4000000"]

# What readers find: the values of preferences by their keys, those of records by their ids.
State = dict[str, object]


@dataclass
class Operation:
  """A change, as a command and as a call of the daemon, and what its keys hold after it."""

  arguments: list[str]
  effects: State
  method: str = ""
  parameters: dict[str, object] = field(default_factory=dict)
  # Of some other program, which owes nobody a sync: it is judged when a change was built upon it.
  is_foreign: bool = False


@dataclass
class Recording:
  """The calls of operations, and where among them each was begun and acknowledged."""

  start: Disk
  operations: list[Operation]
  calls: list[Call] = field(default_factory=list)
  begun: list[int] = field(default_factory=list)
  acknowledged: list[int] = field(default_factory=list)
  # Syncs of such nodes do nothing.
  deaf: type | None = None


Groups = list[list[Operation]]


def record_commands(home: Home, groups: Groups, options: list[str]) -> Recording:
  recording = Recording(Disk(home.home), list(chain(*groups)))
  trace = home.root / "trace"
  for operation in recording.operations:
    program = home.command("unitsctl", "--no-daemon", *operation.arguments)
    if operation.is_foreign:
      program = ["/bin/cp", *operation.arguments, str(home.group_file)]
    outcome = home.run(["strace", *RECORDED, *options, "-o", str(trace), *program])
    expect(outcome.returncode == 0, f"{operation.arguments}: {describe(outcome)}")
    start = len(recording.calls)
    recording.begun.append(start)
    recording.calls += read_trace(trace)
    # It says something, or it ends well.
    recording.acknowledged.append(next(
      index for index, call in enumerate(recording.calls) if index >= start and (
        call.name == "write" and call.arguments.startswith("1<") or call.name == "exit_group")))
  recording.start.expect_after(recording.calls, Disk(home.home))
  return recording


def record_daemon(home: Home, groups: Groups, options: list[str]) -> Recording:
  """The daemon is asked for one group after the other, for those in a group at once."""
  with ExitStack() as stack, home.daemon() as daemon:
    recording = Recording(Disk(home.home), list(chain(*groups)))
    # Which operations' replies each connection is owed, in their order.
    owed: list[list[int]] = [[] for _ in range(max(map(len, groups)))]
    with Tracer(home, [daemon.process.pid], [*RECORDED, *options]) as tracer:
      connections = [stack.enter_context(daemon.connect()) for _ in owed]
      for number, connection in enumerate(connections):
        # The reply repeats the name, and so tells which descriptor this connection is.
        exchange(connection, f"{PREFERENCES}.Begin{number}")
      done = 0
      for group in groups:
        for number, (operation, connection) in enumerate(zip(group, connections)):
          call = {"method": operation.method, "parameters": operation.parameters}
          connection.sendall(json.dumps(call).encode() + b"\0")
          owed[number].append(done + number)
        for operation, connection in zip(group, connections):
          reply = b""
          while not reply.endswith(b"\0"):
            piece = connection.recv(1 << 20)
            expect(piece, f"no reply to {operation.method}")
            reply += piece
          expect(b'"error"' not in reply, f"{operation.method}: {reply!r}")
        done += len(group)
    recording.calls = tracer.calls()
    recording.start.expect_after(recording.calls, Disk(home.home))
    daemon.end()
  replies = sorted(replies_in(recording.calls, owed))
  recording.acknowledged = [index for _, index in replies]
  expect(len(replies) == done, f"{len(replies)} of {done} replies are in the trace")
  for group in groups:
    ends = recording.acknowledged[:len(recording.begun)]
    recording.begun += [max(ends, default=-1) + 1] * len(group)
  return recording


def replies_in(calls: list[Call], owed: list[list[int]]) -> Iterator[tuple[int, int]]:
  """The operations, each with the call by which its reply was sent."""
  owners: dict[str, list[int]] = {}
  for index, call in enumerate(calls):
    if call.name not in ("write", "writev", "sendto", "sendmsg") or not call.succeeded:
      continue
    descriptor = number_of(call.arguments)
    sent = sent_bytes(call)[:int(call.result)]
    if hello := re.search(rb"\.Begin(\d+)", sent):
      owners[descriptor] = owed[int(hello[1])]
    elif descriptor in owners:
      for _ in range(sent.count(b"\0")):
        yield owners[descriptor].pop(0), index


