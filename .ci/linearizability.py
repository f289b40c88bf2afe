"""Whether one order of operations explains what clients saw of one register, for `.ci/histories`.

An order is sought in which each operation takes effect at one moment between its call and its reply,
and each read finds what was written last: the search of Wing and Gong, in the form of Lowe ("Testing
for linearizability", 2017), which goes through a history once with all states that there may be. What
became of an operation without a reply is unknown: done, or not.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

from testbed import expect

MOST_STATES = 200_000

Value = str | None
# What a write expects.
ANYTHING = object()


@dataclass(eq=False)
class Operation:
  """What a client did to a target, and when: what it expects there to take effect, and what it leaves.

  A read leaves what it expects; a comparison that held expects one value and leaves another. Values
  are unique, but for the absence of one."""

  client: str
  target: str
  begin: float
  end: float
  expected: object
  value: Value
  is_certain: bool = True

  @property
  def is_read(self) -> bool:
    return self.expected == self.value

  def can_follow(self, value: Value) -> bool:
    return self.expected is ANYTHING or self.expected == value

  def __str__(self) -> str:
    found = "" if self.expected is ANYTHING else f" finds {self.expected}"
    left = "" if self.is_read else f" leaves {self.value}"
    return f"{self.begin:.6f}–{self.end:.6f} {self.client}{found}{left}{'' if self.is_certain else '?'}"


History = list[Operation]


def settled(history: History) -> History:
  """A value that somebody found was certainly left, and by then; an operation that perhaps left one
  which nobody found need not have been."""
  certain = [o for o in history if o.is_certain or o.value is None]
  perhaps = [o for o in history if not o.is_certain and o.value is not None]
  while True:
    found: dict[object, float] = {}
    for operation in filter(lambda o: o.is_certain, certain):
      found[operation.expected] = min(found.get(operation.expected, math.inf), operation.end)
    known = [o for o in perhaps if o.value in found]
    if not known:
      return certain
    certain += [replace(o, is_certain=True, end=min(o.end, found[o.value])) for o in known]
    perhaps = [o for o in perhaps if o.value not in found]


def contradiction(history: History) -> str | None:
  """The first reply that no order explains."""
  # What the target holds, and which of the operations under way have taken effect.
  states: set[tuple[Value, frozenset[Operation]]] = {(None, frozenset())}
  under_way: set[Operation] = set()

  def with_reads(value: Value, done: frozenset[Operation]) -> tuple[Value, frozenset[Operation]]:
    """A read that can take effect does: it changes nothing."""
    return value, done | {o for o in under_way if o.is_read and o.value == value}

  def states_after(operation: Operation) -> set[tuple[Value, frozenset[Operation]]]:
    """Whatever else takes effect, and then the operation, unless it has already."""
    reached = {state for state in states if operation in state[1]}
    seen = set(states)
    rest = list(states - reached)
    while rest:
      value, done = rest.pop()
      for other in (o for o in under_way - done if o.can_follow(value)):
        state = with_reads(other.value, done | {other})
        if state not in seen:
          seen.add(state)
          expect(len(seen) < MOST_STATES, "too many states to decide")
          if operation in state[1]:
            reached.add(state)
          else:
            rest.append(state)
    return reached

  history = settled(history)
  events = [(o.begin, False, number) for number, o in enumerate(history)]
  events += [(o.end, True, number) for number, o in enumerate(history) if o.end < math.inf]
  for moment, is_end, number in sorted(events):
    operation = history[number]
    if not is_end:
      under_way.add(operation)
      states = {with_reads(*state) for state in states}
      continue
    reached = states_after(operation)
    if not operation.is_certain:
      reached |= states
    if not reached:
      held = sorted({str(value) for value, _ in states})
      near = [o for o in history if o.end > moment - 0.05 and o.begin < moment]
      lines = "".join(f"\n      {o}" for o in sorted(near, key=lambda o: o.begin)[-30:])
      return f"{operation.target} held one of {held}; no order explains {operation} among{lines}"
    under_way.discard(operation)
    states = {(value, done - {operation}) for value, done in reached}
  return None


def forgeries(history: History, choice: random.Random) -> Iterator[tuple[str, History]]:
  """The history with a lie in it."""
  writes = [o for o in history if o.is_certain and o.value is not None and not o.is_read]
  reads = [o for o in history if o.is_read and o.value is not None]
  for read in choice.sample(reads, len(reads)):
    newer = max((w for w in writes if w.end < read.begin), key=lambda w: w.begin, default=None)
    older = next((w for w in writes if newer and w.end < newer.begin), None)
    if older:
      lie = replace(read, expected=older.value, value=older.value)
      yield "a stale read", [lie, *(o for o in history if o is not read)]
      break
  found = {read.value for read in reads}
  if lost := next((write for write in writes if write.value in found), None):
    yield "a read of what nobody wrote", [o for o in history if o is not lost]
