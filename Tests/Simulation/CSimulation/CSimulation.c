// Coroutines on stacks from a pool. A first step onto a stack is made by makecontext(3); all others are
// jumps, which need no system call.
#define _GNU_SOURCE
#include "CSimulation.h"

#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <ucontext.h>
#include <unistd.h>

enum { STACK_SIZE = 512 * 1024, GUARD_SIZE = 4096 };

struct simulation_coroutine {
  jmp_buf place;
  void (*body)(void *);
  void *argument;
  bool is_finished;
  bool has_begun;
  char *stack;
  simulation_coroutine *next_free;
};

// One thread runs a simulation at a time; several threads may run one each.
static _Thread_local simulation_coroutine *running;
static _Thread_local jmp_buf resumer;
static _Thread_local simulation_coroutine *pool;

simulation_coroutine *simulation_create(void (*body)(void *), void *argument) {
  simulation_coroutine *coroutine = pool;
  if (coroutine) {
    pool = coroutine->next_free;
  } else {
    coroutine = calloc(1, sizeof *coroutine);
    if (!coroutine)
      return NULL;
    char *stack = mmap(NULL, GUARD_SIZE + STACK_SIZE, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
    if (stack == MAP_FAILED) {
      free(coroutine);
      return NULL;
    }
    mprotect(stack, GUARD_SIZE, PROT_NONE);
    coroutine->stack = stack;
  }
  coroutine->body = body;
  coroutine->argument = argument;
  coroutine->is_finished = false;
  coroutine->has_begun = false;
  return coroutine;
}

static void run(void) {
  simulation_coroutine *self = running;
  self->body(self->argument);
  self->is_finished = true;
  _longjmp(resumer, 1);
}

void simulation_resume(simulation_coroutine *coroutine) {
  running = coroutine;
  if (_setjmp(resumer) == 0) {
    if (coroutine->has_begun)
      _longjmp(coroutine->place, 1);
    coroutine->has_begun = true;
    ucontext_t context;
    getcontext(&context);
    context.uc_stack.ss_sp = coroutine->stack + GUARD_SIZE;
    context.uc_stack.ss_size = STACK_SIZE;
    context.uc_link = NULL;
    makecontext(&context, run, 0);
    setcontext(&context);
  }
  running = NULL;
}

void simulation_yield(void) {
  if (_setjmp(running->place) == 0)
    _longjmp(resumer, 1);
}

int simulation_is_finished(const simulation_coroutine *coroutine) {
  return coroutine->is_finished;
}

void simulation_destroy(simulation_coroutine *coroutine) {
  coroutine->next_free = pool;
  pool = coroutine;
}

// Swift's runtime exports it for exactly this.
extern bool _swift_disableExclusivityChecking;

void simulation_stop_exclusivity_checks(void) { _swift_disableExclusivityChecking = true; }

void simulation_restart_with(char *const arguments[], const char *name, const char *value) {
  const char *present = getenv(name);
  if (present && strcmp(present, value) == 0)
    return;
  setenv(name, value, 1);
  personality(ADDR_NO_RANDOMIZE);
  execv("/proc/self/exe", arguments);
}

static volatile unsigned long long present_seed;

static void crashed(int number) {
  char text[64];
  int length = snprintf(text, sizeof text, "seed %llu: crashed, signal %d\n", present_seed, number);
  if (length > 0 && write(STDOUT_FILENO, text, (size_t)length) < 0)
    _exit(2);
  signal(number, SIG_DFL);
  raise(number);
}

void simulation_note_seed(unsigned long long seed) {
  static bool is_prepared;
  present_seed = seed;
  if (is_prepared)
    return;
  is_prepared = true;
  // The stack of a coroutine may be what is used up.
  static char room[64 * 1024];
  stack_t stack = {.ss_sp = room, .ss_size = sizeof room};
  sigaltstack(&stack, NULL);
  struct sigaction action = {.sa_handler = crashed, .sa_flags = SA_ONSTACK | SA_RESETHAND};
  const int signals[] = {SIGILL, SIGTRAP, SIGSEGV, SIGBUS, SIGABRT, SIGFPE};
  for (size_t index = 0; index < sizeof signals / sizeof *signals; index++)
    sigaction(signals[index], &action, NULL);
}

void simulation_print_lines(void) { setlinebuf(stdout); }
