"""A model of a disk for `.ci/powercut`: what recorded system calls did to it, and what of it lasts.

- A file's bytes last when the file is synced; until then each of its writes may be lost for itself,
  or a part of it.
- A name lasts when its folder is synced, whatever became of the file; until then each change of
  names may be lost for itself, a rename as a whole.
- A sync of a folder makes nothing durable of the folders above it.
POSIX promises no more than this. A call that the model does not know is an error, never passed over.
"""

from __future__ import annotations

import copy
import hashlib
import os
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from testbed import Call, Loss, expect

STRING = re.compile(r'"((?:\\x[0-9a-f]{2})*)"(\.\.\.)?')
# Not the path of a socket, which stands in its descriptor.
SENT = re.compile("(?:, |=)" + STRING.pattern)
DESCRIPTOR = re.compile(r"(?:\d+|AT_FDCWD)<((?:\\x[0-9a-f]{2})*)>(\(deleted\))?")
# Of these nothing has to last: SQLite makes its shared memory anew.
PASSING = "-shm"
# What a disk writes as a whole.
SECTOR = 512


def decoded(hexadecimal: str) -> bytes:
  return bytes.fromhex(hexadecimal.replace("\\x", ""))


def sent_bytes(call: Call) -> bytes:
  """All bytes that a call hands over."""
  pieces = SENT.findall(call.arguments)
  expect(not any(cut for _, cut in pieces), f"strace has cut {call.name} short")
  return b"".join(decoded(piece) for piece, _ in pieces)


def number_of(word: str) -> str:
  return word.partition("<")[0]


def descriptor_path(word: str) -> str:
  """The path of a descriptor; empty if it has none any more."""
  match = DESCRIPTOR.match(word)
  return "" if not match or match[2] else os.fsdecode(decoded(match[1]))


def paths(call: Call) -> list[str]:
  """The paths that a call names, each taken from the descriptor before it."""
  found: list[str] = []
  folder = ""
  for word in call.words():
    if DESCRIPTOR.match(word):
      folder = descriptor_path(word)
    elif match := STRING.match(word):
      found.append(os.path.normpath(os.path.join(folder, os.fsdecode(decoded(match[1])))))
  return found


# How much of a change that is not synced is there after a cut, from 0 to 1; asked for each anew.
Keeping = Callable[[], float]


class Folder:
  """What its names lead to is kept by the disk."""


class Link(str):
  """Where it leads."""


class File:
  """The bytes that are read, those that last, and what was written in between: where, and what; for
  a new size the size and nothing."""

  def __init__(self, content: bytes = b"") -> None:
    self.content = bytearray(content)
    self.synced = content
    self.unsynced: list[tuple[int, bytes | None]] = []

  def write(self, offset: int, data: bytes | None) -> None:
    put(self.content, offset, data)
    self.unsynced.append((offset, data))

  def sync(self) -> bool:
    was_unsynced = bool(self.unsynced)
    if was_unsynced:
      self.synced = bytes(self.content)
      self.unsynced.clear()
    return was_unsynced

  def after_cut(self, keeping: Keeping) -> bytes:
    content = bytearray(self.synced)
    for offset, data in self.unsynced:
      part = keeping()
      if data and part < 1:
        data = data[:int(len(data) * part) // SECTOR * SECTOR]
      if part:
        put(content, offset, data)
    return bytes(content)


def put(content: bytearray, offset: int, data: bytes | None) -> None:
  if data is None:
    del content[offset:]
  missing = offset + len(data or b"") - len(content)
  content.extend(bytes(max(missing, 0)))
  content[offset:offset + len(data or b"")] = data or b""


# What is on a disk after a cut: paths from the home, and bytes, where a link leads, or a folder.
Tree = dict[str, "bytes | Link | Folder"]
FOLDER = Folder()


def digest(tree: Tree) -> bytes:
  sum = hashlib.sha256()
  for path, entry in sorted(tree.items()):
    content = entry if isinstance(entry, bytes) else str(entry).encode()
    sum.update(f"{path}\0{type(entry).__name__} {len(content)}\0".encode() + content)
  return sum.digest()


def make_home(tree: Tree, home: Path) -> None:
  for path, entry in sorted(tree.items()):
    place = home / path
    if isinstance(entry, bytes):
      place.write_bytes(entry)
      place.chmod(0o600)
    elif isinstance(entry, Link):
      place.symlink_to(entry)
    else:
      place.mkdir(mode=0o700)


Node = Folder | Link | File
# A folder and a name in it, and what it leads to.
Names = dict[tuple[Node, str], Node | None]


class Disk:
  """A home as it is, all of it synced, and then what calls make of it."""

  def __init__(self, home: Path) -> None:
    self.home = str(home)
    self.root = Folder()
    self.names: Names = {}
    self.unsynced_names: list[Names] = []
    # Where in its file each descriptor is.
    self.positions: dict[str, int] = {}
    # Syncs of such nodes do nothing, to prove that this is seen.
    self.deaf: type | None = None
    for path in sorted(home.rglob("*")):
      if path.is_symlink():
        node: Node = Link(os.readlink(path))
      else:
        node = Folder() if path.is_dir() else File(path.read_bytes())
      self.names[self.place(str(path))] = node
    self.synced_names = dict(self.names)

  def find(self, path: str) -> Node | None:
    """What is at a path in the home; none elsewhere."""
    if path != self.home and not path.startswith(self.home + "/"):
      return None
    node: Node | None = self.root
    for name in filter(None, path[len(self.home):].split("/")):
      node = self.names.get((node, name)) if node is not None else None
    return node

  def place(self, path: str) -> tuple[Node, str]:
    folder, name = os.path.split(path)
    node = self.find(folder)
    if node is None:
      raise Loss(f"no folder for {path}")
    return node, name

  def is_here(self, path: str) -> bool:
    return path.startswith(self.home + "/") and not path.endswith(PASSING)

  # MARK: Calls

  def apply(self, call: Call) -> bool:
    """Does what a call did; whether anything changed of what is there, or of what lasts."""
    if not call.succeeded:
      return False
    if perform := getattr(self, f"do_{call.name}", None):
      return bool(perform(call))
    touched = [*paths(call), *map(descriptor_path, call.words())]
    expect(call.name in HARMLESS or not any(map(self.is_here, touched)),
           f"a call that cannot be replayed: {call.name}")
    return False

  def change_names(self, names: Names) -> bool:
    self.names.update(names)
    self.unsynced_names.append(names)
    return True

  def make(self, path: str, node: Node) -> bool:
    return self.is_here(path) and self.change_names({self.place(path): node})

  def file_of(self, word: str) -> File | None:
    path = descriptor_path(word)
    node = self.find(path) if self.is_here(path) else None
    return node if isinstance(node, File) else None

  def move(self, word: str, size: int) -> int:
    """Where a descriptor was before so many bytes."""
    position = self.positions.get(number_of(word), 0)
    self.positions[number_of(word)] = position + size
    return position

  def do_openat(self, call: Call) -> bool:
    self.positions[number_of(call.result)] = 0
    path = paths(call)[0]
    if not self.is_here(path):
      return False
    expect("O_APPEND" not in call.arguments, "O_APPEND cannot be replayed")
    node = self.find(path)
    if node is None:
      return self.make(path, File())
    if isinstance(node, File) and node.content and "O_TRUNC" in call.arguments:
      node.write(0, None)
      return True
    return False

  def do_write(self, call: Call) -> bool:
    position = self.move(call.words()[0], int(call.result))
    if file := self.file_of(call.words()[0]):
      file.write(position, sent_bytes(call)[:int(call.result)])
    return file is not None

  def do_pwrite64(self, call: Call) -> bool:
    if file := self.file_of(call.words()[0]):
      file.write(int(call.words()[3]), sent_bytes(call)[:int(call.result)])
    return file is not None

  def do_ftruncate(self, call: Call) -> bool:
    if file := self.file_of(call.words()[0]):
      file.write(int(call.words()[1]), None)
    return file is not None

  def do_copy_file_range(self, call: Call) -> bool:
    words, size = call.words(), int(call.result)
    expect(words[1] == words[3] == "NULL", "a copy that cannot be replayed")
    start, end = self.move(words[0], size), self.move(words[2], size)
    source, file = self.file_of(words[0]), self.file_of(words[2])
    if source and file:
      file.write(end, bytes(source.content[start:start + size]))
    return file is not None

  def do_read(self, call: Call) -> bool:
    self.move(call.words()[0], int(call.result))
    return False

  def do_lseek(self, call: Call) -> bool:
    self.positions[number_of(call.words()[0])] = int(call.result)
    return False

  def do_mmap(self, call: Call) -> bool:
    is_writing = "PROT_WRITE" in call.arguments and "MAP_SHARED" in call.arguments
    expect(not is_writing or not self.file_of(call.words()[4]), "bytes written through memory")
    return False

  def do_mkdir(self, call: Call) -> bool:
    return self.make(paths(call)[0], Folder())

  def do_mknod(self, call: Call) -> bool:
    return self.make(paths(call)[0], File())

  def do_symlink(self, call: Call) -> bool:
    target = decoded(STRING.findall(call.arguments)[0][0])
    return self.make(paths(call)[1], Link(os.fsdecode(target)))

  def do_link(self, call: Call) -> bool:
    old, new = paths(call)
    return self.is_here(new) and self.change_names({self.place(new): self.find(old)})

  def do_rename(self, call: Call) -> bool:
    old, new = paths(call)
    if not self.is_here(new):
      return False
    displaced = self.find(new) if "RENAME_EXCHANGE" in call.arguments else None
    return self.change_names({self.place(old): displaced, self.place(new): self.find(old)})

  def do_unlink(self, call: Call) -> bool:
    path = paths(call)[0]
    return self.is_here(path) and self.change_names({self.place(path): None})

  def do_fsync(self, call: Call) -> bool:
    node = self.find(descriptor_path(call.words()[0]))
    if node is None or type(node) is self.deaf:
      return False
    if isinstance(node, File):
      return node.sync()
    changes = [names for names in self.unsynced_names if any(folder is node for folder, _ in names)]
    for names in changes:
      self.synced_names.update(names)
    self.unsynced_names = [names for names in self.unsynced_names if names not in changes]
    return bool(changes)

  do_open = do_creat = do_openat
  do_writev = do_write
  do_mkdirat, do_mknodat, do_symlinkat, do_linkat = do_mkdir, do_mknod, do_symlink, do_link
  do_renameat = do_renameat2 = do_rename
  do_unlinkat = do_rmdir = do_unlink
  do_fdatasync = do_fsync

  # MARK: Cuts

  def after_cut(self, keeps_names: Keeping, keeps_bytes: Keeping) -> Tree:
    names = dict(self.synced_names)
    for change in self.unsynced_names:
      if keeps_names() > 0.5:
        names.update(change)
    tree: Tree = {}

    def walk(folder: Folder, path: str) -> None:
      for (parent, name), node in names.items():
        if parent is not folder or node is None or name.endswith(PASSING):
          continue
        if isinstance(node, File):
          tree[path + name] = node.after_cut(keeps_bytes)
        elif isinstance(node, Link):
          tree[path + name] = node
        else:
          tree[path + name] = FOLDER
          walk(node, f"{path}{name}/")

    walk(self.root, "")
    return tree

  def cuts(
    self, calls: list[Call], marks: list[int], mixtures: int, share: float, choice: random.Random
  ) -> Iterator[tuple[int, Tree]]:
    """Makes the calls; the disks that a cut may leave after each that changes something or is marked,
    of plain writes after this share, with its index: none, all, and mixtures of what is not synced."""
    every, none = (lambda: 1.0), (lambda: 0.0)
    some = lambda: choice.choice([0.0, 1.0, choice.random()])
    for index, call in enumerate(calls):
      if not self.apply(call) and index not in marks:
        continue
      if call.name == "pwrite64" and choice.random() > share:
        continue
      yield index, self.after_cut(none, none)
      is_unsynced = any(isinstance(node, File) and node.unsynced for node in self.names.values())
      if is_unsynced or self.unsynced_names:
        for keeping in ((every, every), (every, none), (none, every), *[(some, some)] * mixtures):
          yield index, self.after_cut(*keeping)

  def copy(self, deaf: type | None = None) -> Disk:
    other = copy.deepcopy(self)
    other.deaf = deaf
    return other

  def expect_after(self, calls: list[Call], end: Disk) -> None:
    """Proves the replay: the calls lead to what the programs left."""
    disk = self.copy()
    for call in calls:
      disk.apply(call)
    mine, theirs = (d.after_cut(lambda: 1.0, lambda: 1.0) for d in (disk, end))
    wrong = [path for path in mine.keys() | theirs.keys() if mine.get(path) != theirs.get(path)]
    expect(not wrong, f"the replay differs from the disk: {wrong}")


# Calls that change neither names nor bytes.
HARMLESS = {
  "access", "chdir", "chmod", "close", "connect", "dup", "epoll_ctl", "execve", "exit_group",
  "faccessat", "faccessat2", "fchmod", "fchmodat", "fchown", "fcntl", "flock", "fstat", "fstatfs",
  "getcwd", "getdents64", "getxattr", "inotify_add_watch", "lstat", "munmap", "newfstatat", "pread64",
  "readlink", "readlinkat", "stat", "statfs", "statx", "utimensat",
}
