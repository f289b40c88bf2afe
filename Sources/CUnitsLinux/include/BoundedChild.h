#ifndef BOUNDEDCHILD_H
#define BOUNDEDCHILD_H

#include <stdint.h>
#include <sys/types.h>

// Starts a program with nothing to read, these descriptors as its output and errors, so many bytes of
// address space and seconds of processor time at most, no core file, and an end when this process
// ends. `arguments` ends with NULL; no signal is blocked or ignored. The process, or -1 with errno set;
// it exits with 127 where the program cannot be run. fork(2), setrlimit(2), execv(3)
pid_t units_start_bounded(const char *program, char *const *arguments, int output, int error,
                          uint64_t bytes, uint64_t seconds);

#endif
