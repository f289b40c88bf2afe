// Kernel calls that need _GNU_SOURCE or that Swift cannot call because they are variadic.
#define _GNU_SOURCE
#include "CUnitsLinux.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

const char *units_error_text(int code) {
  const char *text = strerrordesc_np(code);
  return text ? text : "Unknown error";
}

const char *units_error_name(int code) {
  const char *name = strerrorname_np(code);
  return name ? name : "EUNKNOWN";
}

int units_accept(int listener) {
  return accept4(listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
}

int units_peer_credentials(int socket, uid_t *user, pid_t *process) {
  struct ucred credentials;
  socklen_t size = sizeof credentials;
  if (getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &credentials, &size) < 0)
    return -1;
  *user = credentials.uid;
  *process = credentials.pid;
  return 0;
}

int units_pidfd_open(pid_t process) { return (int)syscall(SYS_pidfd_open, process, 0); }

void units_name_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

int units_poll(int descriptor, short events, int timeout_milliseconds) {
  struct pollfd entry = {.fd = descriptor, .events = events};
  int ready = poll(&entry, 1, timeout_milliseconds);
  return ready <= 0 ? ready : entry.revents;
}

int units_timer_set_absolute(int timer, int64_t seconds, int cancel_on_clock_change) {
  struct itimerspec value = {.it_value = {.tv_sec = (time_t)seconds, .tv_nsec = 0}};
  int flags = TFD_TIMER_ABSTIME | (cancel_on_clock_change ? TFD_TIMER_CANCEL_ON_SET : 0);
  return timerfd_settime(timer, flags, &value, NULL);
}
