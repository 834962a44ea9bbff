// What Scripts/bench measures the program against, and what it measures with. One file, one process, no options:
//
//   peer nothing                      starts and ends: the floor under every start-up figure
//   peer run IN OUT ERR COMMAND...    runs a command and prints "nanoseconds kilobytes status"
//   peer one DATABASE                 one INSERT in C, as the sqlite3 shell does it
//   peer loop DATABASE ROWS.tsv       a prepared INSERT statement in a loop, one transaction, from memory; prints
//                                     "nanoseconds" from BEGIN to the end of COMMIT

#define _GNU_SOURCE
#include <fcntl.h>
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int64_t nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void fail(const char *what) {
  perror(what);
  exit(70);
}

// From a small process, because the peak memory of a large parent would be counted as the child's.
static int run(char **words) {
  const char *paths[3] = {words[0], words[1], words[2]};
  int64_t start = nanoseconds();
  pid_t child = vfork();
  if (child < 0) fail("vfork");
  if (child == 0) {
    for (int stream = 0; stream < 3; stream++) {
      int file = open(paths[stream], stream == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC, 0644);
      if (file < 0 || dup2(file, stream) < 0) _exit(126);
      close(file);
    }
    execv(words[3], words + 3);
    _exit(127);
  }
  int status = 0;
  struct rusage usage;
  if (wait4(child, &status, 0, &usage) < 0) fail("wait4");
  int64_t time = nanoseconds() - start;
#ifdef __APPLE__
  long kilobytes = usage.ru_maxrss / 1024;
#else
  long kilobytes = usage.ru_maxrss;
#endif
  printf("%lld %ld %d\n", (long long)time, kilobytes, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
  return 0;
}

static void check(sqlite3 *db, int code) {
  if (code == SQLITE_OK || code == SQLITE_DONE || code == SQLITE_ROW) return;
  fprintf(stderr, "peer: %s\n", sqlite3_errmsg(db));
  exit(70);
}

static sqlite3 *connect_to(const char *path) {
  sqlite3 *db;
  check(NULL, sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL));
  check(db, sqlite3_exec(db, "PRAGMA synchronous=EXTRA", NULL, NULL, NULL));
  return db;
}

static int one(const char *path) {
  sqlite3 *db = connect_to(path);
  check(db, sqlite3_exec(db, "INSERT INTO peer (cell, at, outcome, note) VALUES (7, 1772359200000, 2, 'close cross')",
                         NULL, NULL, NULL));
  sqlite3_close(db);
  return 0;
}

// A row with what a fact says, in the words in which it travels: nothing is looked up, hashed, folded or counted.
static const char *table =
    "CREATE TABLE result (replica TEXT NOT NULL, n INTEGER NOT NULL, ms INTEGER NOT NULL, counter INTEGER NOT NULL,"
    " prev BLOB NOT NULL, digest BLOB NOT NULL, kind TEXT NOT NULL, outcome TEXT NOT NULL, check_id TEXT NOT NULL,"
    " component TEXT NOT NULL, condition TEXT, note TEXT, severity INTEGER, text TEXT, tester TEXT, device TEXT,"
    " os TEXT, build TEXT, UNIQUE (replica, n, digest))";

// The fields of a line: outcome, check, component, condition, value, note, severity.
enum { outcome, check_id, component, condition, value, note, severity, fields };

typedef struct {
  const char *text[fields];
  int length[fields];
} row;

static char *contents(const char *path, size_t *length) {
  FILE *file = fopen(path, "rb");
  if (!file) fail(path);
  fseek(file, 0, SEEK_END);
  *length = (size_t)ftell(file);
  rewind(file);
  char *text = malloc(*length + 1);
  if (!text || fread(text, 1, *length, file) != *length) fail(path);
  text[*length] = 0;
  fclose(file);
  return text;
}

// The first line names the fields.
static row *parse(char *text, size_t *count) {
  size_t capacity = 1 << 16;
  row *rows = malloc(capacity * sizeof(row));
  *count = 0;
  for (char *line = strchr(text, '\n') + 1; *line;) {
    if (*count == capacity) rows = realloc(rows, (capacity *= 2) * sizeof(row));
    if (!rows) fail("rows");
    row *one = &rows[(*count)++];
    for (int index = 0; index < fields; index++) {
      one->text[index] = line;
      one->length[index] = (int)strcspn(line, "\t\n");
      line += one->length[index] + 1;
    }
  }
  return rows;
}

static int loop(const char *path, const char *file) {
  size_t length, count;
  row *rows = parse(contents(file, &length), &count);
  sqlite3 *db = connect_to(path);
  check(db, sqlite3_exec(db, table, NULL, NULL, NULL));
  sqlite3_stmt *insert;
  check(db, sqlite3_prepare_v2(db, "INSERT INTO result VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", -1, &insert, NULL));
  uint64_t digest[4] = {1, 2, 3, 4};
  int64_t start = nanoseconds();
  check(db, sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL));
  for (size_t index = 0; index < count; index++) {
    row *one = &rows[index];
    uint64_t previous = digest[0];
    for (int word = 0; word < 4; word++) {
      digest[word] ^= digest[word] << 13;
      digest[word] ^= digest[word] >> 7;
      digest[word] ^= digest[word] << 17;
    }
    sqlite3_bind_text(insert, 1, "k3j4h5a9q2zc", -1, SQLITE_STATIC);
    sqlite3_bind_int64(insert, 2, (int64_t)index + 1);
    sqlite3_bind_int64(insert, 3, 1772359200000);
    sqlite3_bind_int64(insert, 4, (int64_t)index);
    sqlite3_bind_blob(insert, 5, &previous, 8, SQLITE_STATIC);
    sqlite3_bind_blob(insert, 6, digest, 32, SQLITE_STATIC);
    sqlite3_bind_text(insert, 7, "result", -1, SQLITE_STATIC);
    for (int field = outcome; field <= condition; field++)
      sqlite3_bind_text(insert, 8 + field, one->text[field], one->length[field], SQLITE_STATIC);
    if (one->length[note]) sqlite3_bind_text(insert, 12, one->text[note], one->length[note], SQLITE_STATIC);
    else sqlite3_bind_null(insert, 12);
    if (one->length[severity]) sqlite3_bind_int(insert, 13, *one->text[severity] - '0');
    else sqlite3_bind_null(insert, 13);
    sqlite3_bind_text(insert, 14, "3f2a9c01", -1, SQLITE_STATIC);
    sqlite3_bind_text(insert, 15, "tester-1", -1, SQLITE_STATIC);
    sqlite3_bind_text(insert, 16, "iPhone 15", -1, SQLITE_STATIC);
    sqlite3_bind_text(insert, 17, "18.1", -1, SQLITE_STATIC);
    sqlite3_bind_text(insert, 18, "3.2", -1, SQLITE_STATIC);
    check(db, sqlite3_step(insert));
    sqlite3_reset(insert);
  }
  check(db, sqlite3_exec(db, "COMMIT", NULL, NULL, NULL));
  printf("%lld\n", (long long)(nanoseconds() - start));
  sqlite3_finalize(insert);
  sqlite3_close(db);
  return 0;
}

int main(int count, char **words) {
  if (count == 2 && !strcmp(words[1], "nothing")) return 0;
  if (count >= 6 && !strcmp(words[1], "run")) return run(words + 2);
  if (count == 3 && !strcmp(words[1], "one")) return one(words[2]);
  if (count == 4 && !strcmp(words[1], "loop")) return loop(words[2], words[3]);
  fprintf(stderr, "peer: not understood\n");
  return 2;
}
