"""What the proofs of `.ci/faults`, `.ci/damage` and `.ci/races` share: a private home, the release
programs in it, a varlink call, a trace of system calls, and the table of what was found."""

import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

TREE = Path(__file__).resolve().parent.parent
PROGRAMS = Path(os.environ.get("UNITS_PROGRAMS", TREE / ".build/release")).resolve()
GROUP = "group.dev.units"
SYSTEM = "dev.units.system"

# A call's deadline is 2 s; beyond this a program on a busy machine has stopped for good.
PATIENCE = 15


class Loss(Exception):
  """A promise that was not kept."""


def expect(holds, fact):
  if not holds:
    raise Loss(fact)


class Home:
  """A private home directory, and the programs that run in it."""

  def __init__(self, language="en_US.UTF-8", folder=None):
    self.root = Path(tempfile.mkdtemp(prefix="units-proof-", dir=folder))
    self.home = self.root / "home"
    self.runtime = self.root / "run"
    self.configuration = self.home / ".config/units"
    self.data = self.home / ".local/share/units"
    self.group_file = self.configuration / f"{GROUP}.json"
    self.database = self.data / f"{GROUP}.sqlite"
    self.socket = self.runtime / "units/unitsd.sock"
    self.environment = {
      "PATH": "/usr/local/bin:/usr/bin:/bin",
      "HOME": str(self.home),
      "XDG_RUNTIME_DIR": str(self.runtime),
      "LANG": language,
      "SWIFT_BACKTRACE": "enable=no",
    }
    for folder in (self.home, self.runtime):
      folder.mkdir(mode=0o700)

  def __enter__(self):
    return self

  def __exit__(self, *_):
    shutil.rmtree(self.root, ignore_errors=True)

  def clear(self):
    """An empty home again."""
    shutil.rmtree(self.home)
    self.home.mkdir(mode=0o700)

  def write_group(self, content, path=None):
    """Puts bytes, or an object, where the group's file is, as an editor that writes in place."""
    if isinstance(content, dict):
      content = (json.dumps(content, indent=2, sort_keys=True) + "\n").encode()
    path = path or self.group_file
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
      os.write(descriptor, content)
    finally:
      os.close(descriptor)

  def group(self):
    """What the group's file holds; None if there is none. A file that does not parse is a loss."""
    try:
      text = self.group_file.read_bytes()
    except FileNotFoundError:
      return None
    try:
      return json.loads(text)
    except ValueError as error:
      raise Loss(f"the file does not parse ({error}): {text[:200]!r}") from error

  def records(self):
    """The values in the records database, read from a copy, so that no lock or log is disturbed."""
    if not self.database.exists():
      return []
    copy = self.root / "copy"
    copy.mkdir(exist_ok=True)
    for old in copy.iterdir():
      old.unlink()
    for suffix in ("", "-wal", "-journal"):
      part = Path(f"{self.database}{suffix}")
      if part.exists():
        shutil.copyfile(part, copy / part.name)
    return self.read_database(copy / self.database.name)

  @staticmethod
  def read_database(path):
    with closing(sqlite3.connect(path, isolation_level=None)) as database:
      try:
        verdict = database.execute("PRAGMA integrity_check").fetchone()[0]
        expect(verdict == "ok", f"integrity_check: {verdict}")
        tables = database.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'records'")
        if tables.fetchone()[0] == 0:
          return []
        return sorted(row[0] for row in database.execute("SELECT value FROM records"))
      except sqlite3.DatabaseError as error:
        raise Loss(f"the database cannot be read: {error}") from error

  def temporaries(self):
    return [path for path in self.home.rglob("*") if path.name.endswith(".tmp")]

  def copies(self):
    """The copies of damaged files, oldest first."""
    return sorted(self.configuration.glob(f"{GROUP}.json.damaged-*"))

  # Programs

  def command(self, program, *arguments):
    return [str(PROGRAMS / program), *arguments]

  def run(self, command, **options):
    try:
      return subprocess.run(
        command, env=self.environment, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        timeout=PATIENCE, **options)
    except subprocess.TimeoutExpired:
      raise Loss(f"does not end: {' '.join(map(str, command))}") from None

  def unitsctl(self, *arguments):
    return self.run(self.command("unitsctl", *arguments))

  def succeed(self, *arguments):
    outcome = self.unitsctl(*arguments)
    expect(outcome.returncode == 0, f"unitsctl {' '.join(arguments)}: {describe(outcome)}")
    return outcome.stdout

  def daemon(self):
    return Daemon(self)

  def connect(self):
    connection = socket.socket(socket.AF_UNIX)
    connection.settimeout(PATIENCE)
    try:
      connection.connect(str(self.socket))
    except OSError:
      connection.close()
      raise
    return connection


def record_id(value):
  return f"01a22b8d-41b0-7b00-8f82-{int(value):012x}"


def stored_record(value):
  """A distance as files and imports have it."""
  return {"id": record_id(value), "type": "distance", "value": value, "time": "2026-11-30T12:00:00Z"}


def describe(outcome):
  return f"status {outcome.returncode}: {(outcome.stderr or outcome.stdout).strip()}"


class Daemon:
  """A running unitsd."""

  def __init__(self, home):
    self.home = home
    self.errors = tempfile.TemporaryFile()
    self.process = subprocess.Popen(
      home.command("unitsd"), env=home.environment, stdin=subprocess.DEVNULL,
      stdout=subprocess.DEVNULL, stderr=self.errors)
    end = time.monotonic() + PATIENCE
    while True:
      try:
        with self.connect() as connection:
          expect(exchange(connection, "dev.units.daemon.GetStatus"), "no status")
        return
      except (OSError, Loss):
        if self.process.poll() is not None or time.monotonic() > end:
          self.kill()
          raise Loss(f"unitsd does not serve: {self.error_text()}") from None
        time.sleep(0.002)

  def __enter__(self):
    return self

  def __exit__(self, *_):
    self.kill()

  def connect(self):
    return self.home.connect()

  def error_text(self):
    self.errors.seek(0)
    return self.errors.read().decode(errors="replace").strip()

  def is_alive(self):
    return self.process.poll() is None

  def threads(self):
    return sorted(int(name) for name in os.listdir(f"/proc/{self.process.pid}/task"))

  def kill(self):
    self.process.kill()
    self.process.wait()

  def end(self):
    self.process.send_signal(signal.SIGTERM)
    try:
      status = self.process.wait(timeout=PATIENCE)
    except subprocess.TimeoutExpired:
      self.kill()
      raise Loss("unitsd does not end at SIGTERM") from None
    expect(status == 0, f"unitsd ended with {status}: {self.error_text()}")

  def call(self, method, parameters=None):
    """The reply; None if the connection ended without one."""
    try:
      connection = self.connect()
    except OSError:
      return None
    with connection:
      return exchange(connection, method, parameters)

  def succeed(self, method, parameters=None):
    reply = self.call(method, parameters)
    expect(reply is not None, f"no reply to {method}: {self.error_text()}")
    expect("error" not in reply, f"{method}: {json.dumps(reply)}")
    return reply.get("parameters", {})


class Restarts:
  """A daemon that is killed and started again at random moments."""

  def __init__(self, home, choice, longest=0.03):
    self.home = home
    self.choice = choice
    self.longest = longest
    self.ends = threading.Event()
    self.count = 0
    self.thread = threading.Thread(target=self.run)
    self.thread.start()

  def run(self):
    while not self.ends.is_set():
      process = subprocess.Popen(
        self.home.command("unitsd"), env=self.home.environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
      self.ends.wait(self.choice.random() * self.longest)
      process.kill()
      process.wait()
      self.count += 1

  def stop(self):
    self.ends.set()
    self.thread.join()


def exchange(connection, method, parameters=None):
  call = {"method": method, "parameters": parameters or {}}
  received = b""
  try:
    connection.sendall(json.dumps(call).encode() + b"\0")
    while not received.endswith(b"\0"):
      piece = connection.recv(65536)
      if not piece:
        return None
      received += piece
  except (ConnectionError, TimeoutError):
    return None
  return json.loads(received[:-1])


class Call:
  """One system call of a trace, with the paths of its descriptors."""

  def __init__(self, name, arguments, result):
    self.name = name
    self.arguments = arguments
    self.result = result

  @property
  def succeeded(self):
    return not self.result.startswith("-1") and not self.result.startswith("?")

  @property
  def is_injected(self):
    return "(INJECTED)" in self.result

  def __repr__(self):
    return f"{self.name}({self.arguments}) = {self.result}"

  def holds(self, *texts):
    return all(text in self.arguments for text in texts)

  def words(self):
    """The arguments, where no structure is among them."""
    return self.arguments.split(", ")


def read_trace(path):
  """The calls in the order in which they ended, those that strace splits in two made whole."""
  calls = []
  begun = {}
  for line in Path(path).read_text(errors="replace").splitlines():
    thread, _, text = line.partition(" ")
    if not thread.isdigit():
      thread, text = "", line
    text = text.strip()
    if text.endswith("<unfinished ...>"):
      begun[thread] = text.removesuffix("<unfinished ...>")
      continue
    resumed = re.match(r"<\.\.\. \w+ resumed>", text)
    if resumed:
      text = begun.pop(thread, "") + text[resumed.end():]
    match = re.match(r"(\w+)\((.*)\)\s+= (.*)$", text)
    if match:
      calls.append(Call(*match.groups()))
  return calls


def sleeps_or_ended(thread):
  """Whether a thread waits for the kernel, and not for whoever traces it; or is no more."""
  try:
    text = Path(f"/proc/{thread}/stat").read_text()
  except (FileNotFoundError, ProcessLookupError):
    return True
  return text.rpartition(")")[2].split()[0] in "SZX"


class Tracer:
  """strace on threads that run already, until it is told to let go."""

  def __init__(self, home, targets, options):
    self.file = home.root / "trace"
    self.targets = targets
    command = ["strace", "-y", "-s", "200", *options, "-o", str(self.file)]
    for target in targets:
      command += ["-p", str(target)]
    self.process = subprocess.Popen(
      command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    for _ in targets:
      line = self.process.stderr.readline()
      if "attached" not in line:
        self.process.kill()
        raise RuntimeError(f"strace: {line}{self.process.stderr.read()}")

  def __enter__(self):
    return self

  def __exit__(self, *_):
    self.stop()

  def stop(self):
    self.wait_for_rest()
    if self.process.poll() is None:
      self.process.terminate()
      self.process.wait()
    self.process.stderr.close()

  def wait_for_rest(self):
    """Waits until the threads sleep in calls of their own.

    strace lets a call fail by putting the number -1 in its place when it begins, and the error when
    it ends. One that lets go in between, which no form of its end avoids, leaves the thread with what
    the kernel says of such a number: ENOSYS, for a call that every kernel has."""
    end = time.monotonic() + PATIENCE
    looks = 0
    while looks < 3 and time.monotonic() < end:
      looks = looks + 1 if all(map(sleeps_or_ended, self.targets)) else 0
      time.sleep(0.001)

  def calls(self):
    return read_trace(self.file)


class Table:
  """One line a proof: how many rounds, how many losses, and what was lost."""

  def __init__(self, name):
    self.name = name
    self.rounds = 0
    self.losses = 0
    self.lock = threading.Lock()

  def row(self, title, rounds, losses, note=""):
    with self.lock:
      self.rounds += rounds
      self.losses += len(losses)
      line = f"{title:<50} {rounds:>6} rounds  {len(losses):>3} losses"
      print(line + (f"  {note}" if note else ""), flush=True)
      for loss in losses[:5]:
        print(f"    lost: {loss}", flush=True)

  def end(self):
    print(f"{self.name}: {self.rounds} rounds, {self.losses} losses, {int(time.monotonic() - START)} s")
    sys.exit(1 if self.losses else 0)


START = time.monotonic()


def take_seed():
  """Where the choices of a run begin; printed, so that it can be repeated."""
  seed = int(os.environ.get("UNITS_SEED") or time.time_ns() % 1_000_000)
  print(f"seed: UNITS_SEED={seed} makes the same choices", flush=True)
  return seed


def run_rounds(jobs, run):
  """Runs `run(job)` for each job, a few at once, and returns the losses."""
  losses = []

  def attempt(job):
    try:
      run(job)
    except Loss as loss:
      losses.append(f"{job}: {loss}")

  with ThreadPoolExecutor(max_workers=(os.cpu_count() or 1) + 2) as pool:
    list(pool.map(attempt, jobs))
  return losses


def require(*programs):
  """Ends where something is missing: a failure in CI, else said."""
  for program in programs:
    path = PROGRAMS / program
    if path.exists() or shutil.which(program):
      continue
    print(f"skipped: {program} is missing")
    sys.exit(1 if os.environ.get("CI") else 0)
