// Kernel calls that need _GNU_SOURCE or that Swift cannot call because they are variadic.
#define _GNU_SOURCE
#include "CUnitsLinux.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <termios.h>
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

int units_exchange(int folder, const char *one, const char *other) {
  return renameat2(folder, one, folder, other, RENAME_EXCHANGE);
}

int units_rename_new(int folder, const char *old_name, const char *new_name) {
  return renameat2(folder, old_name, folder, new_name, RENAME_NOREPLACE);
}

int units_has_other_names(const char *path) {
  struct statx status;
  if (statx(AT_FDCWD, path, 0, STATX_NLINK | STATX_TYPE, &status) != 0) return 0;
  if (!S_ISREG(status.stx_mode)) return 0;
  return status.stx_nlink > 1 || (status.stx_attributes & STATX_ATTR_MOUNT_ROOT) != 0;
}

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

static int place(posix_spawn_file_actions_t *actions, int descriptor, int number) {
  if (descriptor < 0)
    return posix_spawn_file_actions_addopen(actions, number, "/dev/null", O_RDWR, 0);
  return posix_spawn_file_actions_adddup2(actions, descriptor, number);
}

pid_t units_spawn_shell(const char *command, int input, int output, int error) {
  char *const words[] = {"sh", "-c", (char *)command, NULL};
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  sigset_t none, all;
  pid_t process = -1;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawn_file_actions_init(&actions);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  int code = place(&actions, input, 0);
  if (!code)
    code = place(&actions, output, 1);
  if (!code)
    code = place(&actions, error, 2);
  if (!code)
    code = posix_spawn(&process, "/bin/sh", &actions, &attributes, words, environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  errno = code;
  return code ? -1 : process;
}

int units_terminal_size(int terminal, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(terminal, TIOCGWINSZ, &size) < 0)
    return -1;
  *columns = size.ws_col;
  *rows = size.ws_row;
  return 0;
}

// What a signal handler needs cannot be handed to it: the one state that this file has.
static struct {
  volatile sig_atomic_t is_entered;
  int terminal;
  struct termios settings;
  char leave[256];
  size_t leave_length;
} entered;

void units_terminal_leave(void) {
  int code = errno;
  if (entered.is_entered) {
    entered.is_entered = 0;
    // Both may be called in a signal handler, and neither failure could be told to anybody.
    ssize_t ignored = write(entered.terminal, entered.leave, entered.leave_length);
    (void)ignored;
    tcsetattr(entered.terminal, TCSADRAIN, &entered.settings);
  }
  errno = code;
}

static void end(int signal_number) {
  units_terminal_leave();
  signal(signal_number, SIG_DFL);
  raise(signal_number);
}

int units_terminal_enter(int terminal, const char *leave) {
  static const int endings[] = {SIGHUP,  SIGINT,    SIGQUIT, SIGILL,  SIGTRAP, SIGABRT,
                                SIGBUS,  SIGFPE,    SIGUSR1, SIGSEGV, SIGUSR2, SIGALRM,
                                SIGTERM, SIGSTKFLT, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF,
                                SIGIO,   SIGPWR,    SIGSYS};
  struct termios settings;
  if (strlen(leave) >= sizeof entered.leave) {
    errno = EINVAL;
    return -1;
  }
  if (tcgetattr(terminal, &settings) < 0)
    return -1;
  entered.terminal = terminal;
  entered.settings = settings;
  entered.leave_length = strlen(leave);
  memcpy(entered.leave, leave, entered.leave_length);
  struct sigaction action = {.sa_handler = end};
  sigfillset(&action.sa_mask);
  for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
    struct sigaction present;
    // What the parent had ignored, as nohup(1) does, stays ignored.
    if (sigaction(endings[i], NULL, &present) == 0 && present.sa_handler != SIG_IGN)
      sigaction(endings[i], &action, NULL);
  }
  entered.is_entered = 1;
  settings.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ECHOE | ECHOK | ECHONL | IEXTEN);
  settings.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IXON);
  settings.c_cc[VMIN] = 1;
  settings.c_cc[VTIME] = 0;
  if (tcsetattr(terminal, TCSADRAIN, &settings) == 0)
    return 0;
  entered.is_entered = 0;
  return -1;
}
