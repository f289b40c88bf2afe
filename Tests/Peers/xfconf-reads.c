// What reading a property costs inside a program that uses xfconf, for `.ci/compare`: prints
// nanoseconds. usage: xfconf-reads CHANNEL PROPERTY
#include <stdio.h>
#include <time.h>
#include <xfconf/xfconf.h>

enum { reads = 200000 };

int main(int count, char **arguments) {
  if (count != 3 || !xfconf_init(NULL)) return 64;
  XfconfChannel *channel = xfconf_channel_get(arguments[1]);
  struct timespec start, end;
  size_t length = 0;
  clock_gettime(CLOCK_MONOTONIC, &start);
  for (int i = 0; i < reads; i++) {
    char *value = xfconf_channel_get_string(channel, arguments[2], "");
    length += value[0] != 0;
    g_free(value);
  }
  clock_gettime(CLOCK_MONOTONIC, &end);
  if (length != reads) return 1;
  double nanoseconds = (end.tv_sec - start.tv_sec) * 1e9 + (end.tv_nsec - start.tv_nsec);
  printf("%.1f\n", nanoseconds / reads);
  return 0;
}
