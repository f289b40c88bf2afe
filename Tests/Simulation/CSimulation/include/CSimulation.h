// Coroutines: programs that run in turns in one thread.
#ifndef CSIMULATION_H
#define CSIMULATION_H

// A function with a stack of its own. It runs from `resume` to its next `yield`, or to its end.
typedef struct simulation_coroutine simulation_coroutine;

// Makes a coroutine that has not begun. NULL if there is no memory.
simulation_coroutine *simulation_create(void (*body)(void *), void *argument);

// Lets it run; returns when it yields or ends. Never called from within a coroutine.
void simulation_resume(simulation_coroutine *coroutine);

// Lets whoever resumed the running coroutine go on.
void simulation_yield(void);

// Whether it has come to its end.
int simulation_is_finished(const simulation_coroutine *coroutine);

// Frees it. One that has not ended leaves what it owns behind.
void simulation_destroy(simulation_coroutine *coroutine);

// From now on Swift does not check at run time that accesses exclude each other: it keeps its list of
// them by thread, and here several programs share one.
void simulation_stop_exclusivity_checks(void);

// Starts this program anew with one more variable in its environment, unless it has it already; the
// address space is not randomised then. Returns only if that cannot be done.
void simulation_restart_with(char *const arguments[], const char *name, const char *value);

// Names the seed that runs: a trap, or an access to no memory, prints it before the process ends.
void simulation_note_seed(unsigned long long seed);

// Has standard output written line by line.
void simulation_print_lines(void);

#endif
