// What reading a setting costs inside a program that uses GSettings on dconf: prints nanoseconds.
// usage: settings SCHEMA KEY
#include <gio/gio.h>
#include <stdio.h>
#include <time.h>

enum { reads = 200000 };

int main(int count, char **arguments) {
  if (count != 3) return 64;
  GSettings *settings = g_settings_new(arguments[1]);
  struct timespec start, end;
  size_t length = 0;
  clock_gettime(CLOCK_MONOTONIC, &start);
  for (int i = 0; i < reads; i++) {
    char *value = g_settings_get_string(settings, arguments[2]);
    length += value[0] != 0;
    g_free(value);
  }
  clock_gettime(CLOCK_MONOTONIC, &end);
  if (length != reads) return 1;
  double nanoseconds = (end.tv_sec - start.tv_sec) * 1e9 + (end.tv_nsec - start.tv_nsec);
  printf("%.1f\n", nanoseconds / reads);
  return 0;
}
