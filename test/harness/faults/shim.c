/*
 * Loaded before the C library: makes the syncs of a process slow, and moves its clock. Both are read from a file
 * that the test writes while the process runs: two 64-bit numbers, microseconds per sync and seconds of the clock.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static volatile int64_t *settings;

__attribute__((constructor)) static void open_settings(void) {
  const char *path = getenv("SHIM_SETTINGS");
  int file = path ? open(path, O_RDONLY) : -1;
  if (file < 0) return;
  void *mapped = mmap(NULL, 16, PROT_READ, MAP_SHARED, file, 0);
  if (mapped != MAP_FAILED) settings = mapped;
  close(file);
}

static void wait_for_disk(void) {
  if (settings && settings[0] > 0) usleep((useconds_t)settings[0]);
}

int fsync(int file) {
  static int (*original)(int);
  if (!original) original = dlsym(RTLD_NEXT, "fsync");
  wait_for_disk();
  return original(file);
}

int fdatasync(int file) {
  static int (*original)(int);
  if (!original) original = dlsym(RTLD_NEXT, "fdatasync");
  wait_for_disk();
  return original(file);
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  static int (*original)(clockid_t, struct timespec *);
  if (!original) original = dlsym(RTLD_NEXT, "clock_gettime");
  int result = original(clock, time);
  if (settings && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) time->tv_sec += settings[1];
  return result;
}

int gettimeofday(struct timeval *restrict time, void *restrict zone) {
  static int (*original)(struct timeval *, void *);
  if (!original) original = dlsym(RTLD_NEXT, "gettimeofday");
  int result = original(time, zone);
  if (settings) time->tv_sec += settings[1];
  return result;
}

time_t time(time_t *out) {
  static time_t (*original)(time_t *);
  if (!original) original = dlsym(RTLD_NEXT, "time");
  time_t now = original(NULL) + (settings ? settings[1] : 0);
  if (out) *out = now;
  return now;
}
