// Kernel calls that Swift's Glibc module does not spell. Plain headers are included here; whatever
// needs _GNU_SOURCE stands behind a function in CUnitsLinux.c, because defining that macro in a
// header that Swift imports breaks the import of Glibc itself.
#ifndef CUNITSLINUX_H
#define CUNITSLINUX_H

#include "BoundedChild.h"

#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/inotify.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/timerfd.h>
#include <sys/types.h>
#include <sys/un.h>
#include <sys/vfs.h>

// The words of an errno value, in English whatever the locale; never NULL. Safe in any thread.
const char *units_error_text(int code);

// The short name of an errno value ("ENOSPC"); never NULL.
const char *units_error_name(int code);

// accept4(2) with SOCK_CLOEXEC | SOCK_NONBLOCK.
int units_accept(int listener);

// SO_PEERCRED: the peer's user and process at the time of connect. 0, or -1 with errno set.
int units_peer_credentials(int socket, uid_t *user, pid_t *process);

// pidfd_open(2).
int units_pidfd_open(pid_t process);

// renameat2(2) within one directory: both files change their names, or the new name must be free.
// 0, or -1 with errno set.
int units_exchange(int folder, const char *one, const char *other);
int units_rename_new(int folder, const char *old_name, const char *new_name);

// Whether a regular file can be changed by another path: it has other names, or is mounted by itself.
// statx(2); 0 where that cannot be said.
int units_has_other_names(const char *path);

// Names the calling thread, for top(1) and gdb.
void units_name_thread(const char *name);

// poll(2) on one descriptor: the returned events, 0 when the time is over, -1 with errno set.
int units_poll(int descriptor, short events, int timeout_milliseconds);

// TFD_TIMER_CANCEL_ON_SET, which Swift cannot import.
int units_timer_set_absolute(int timer, int64_t seconds, int cancel_on_clock_change);

// Starts `sh -c COMMAND` with these descriptors as its standard ones, /dev/null for each that is -1,
// with no signal blocked or ignored. The process, or -1 with errno set. posix_spawn(3)
pid_t units_spawn_shell(const char *command, int input, int output, int error);

// The columns and rows of a terminal, TIOCGWINSZ. 0, or -1 with errno set.
int units_terminal_size(int terminal, int *columns, int *rows);

// Has a terminal hand over every key as it is pressed, without showing it; its signals stay. From now
// on, however this process ends (but for SIGKILL), `leave` (at most 255 bytes) is written to the
// terminal and its settings are put back. 0, or -1 with errno set. tcsetattr(3), sigaction(2)
int units_terminal_enter(int terminal, const char *leave);

// Puts everything back at once. Does nothing the second time.
void units_terminal_leave(void);

#endif
