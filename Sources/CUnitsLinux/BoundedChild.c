#define _GNU_SOURCE
#include "BoundedChild.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

static void bound(int resource, uint64_t value, uint64_t most) {
  struct rlimit limit = {value, most};
  struct rlimit old;
  // One that is narrower already stays.
  if (getrlimit(resource, &old) == 0 && old.rlim_max < most) {
    limit.rlim_max = old.rlim_max;
    if (limit.rlim_cur > limit.rlim_max) limit.rlim_cur = limit.rlim_max;
  }
  setrlimit(resource, &limit);
}

pid_t units_start_bounded(const char *program, char *const *arguments, int output, int error,
                          uint64_t bytes, uint64_t seconds) {
  pid_t parent = getpid();
  pid_t child = fork();
  if (child != 0) return child;
  // Only calls that are safe after a fork from here on.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  signal(SIGPIPE, SIG_DFL);
  signal(SIGIO, SIG_DFL);
  int null = open("/dev/null", O_RDWR | O_CLOEXEC);
  if (null < 0 || dup2(null, 0) < 0 || dup2(output, 1) < 0 || dup2(error, 2) < 0) _exit(127);
  bound(RLIMIT_AS, bytes, bytes);
  // A second later SIGKILL follows SIGXCPU.
  bound(RLIMIT_CPU, seconds, seconds + 1);
  bound(RLIMIT_CORE, 0, 0);
  execv(program, arguments);
  _exit(127);
}
