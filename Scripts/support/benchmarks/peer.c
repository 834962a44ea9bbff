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

// A row as the tracker keeps it: small numbers, the digest, the link to the one before, the note.
static const char *table =
    "CREATE TABLE result (id INTEGER PRIMARY KEY, line INTEGER NOT NULL, sequence INTEGER NOT NULL,"
    " cell INTEGER NOT NULL, context INTEGER NOT NULL, ms INTEGER NOT NULL, counter INTEGER NOT NULL,"
    " prev BLOB NOT NULL, digest BLOB NOT NULL, outcome INTEGER NOT NULL, severity INTEGER, text INTEGER, note TEXT,"
    " UNIQUE (line, sequence))";

typedef struct {
  int64_t cell;
  int outcome, severity, note_length;
  const char *note;
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

// outcome, check, component, condition, value, note, severity; the first line names them.
static row *parse(char *text, size_t *count) {
  size_t capacity = 1 << 16;
  row *rows = malloc(capacity * sizeof(row));
  *count = 0;
  for (char *line = strchr(text, '\n') + 1; *line;) {
    char *end = strchr(line, '\n'), *fields[7];
    for (int index = 0; index < 7; index++) {
      fields[index] = line;
      line += strcspn(line, "\t\n") + 1;
    }
    if (*count == capacity) rows = realloc(rows, (capacity *= 2) * sizeof(row));
    if (!rows || !end) fail("rows");
    uint64_t cell = 1469598103934665603u;
    for (char *byte = fields[1]; byte < fields[3]; byte++) cell = (cell ^ (uint8_t)*byte) * 1099511628211u;
    const char *word = fields[0];
    rows[(*count)++] = (row){.cell = cell % 20000,
                             .outcome = *word == 'p' ? 1 : *word == 'f' ? 2 : *word == 'n' ? 3 : 4,
                             .severity = *fields[6] == '\n' ? 0 : *fields[6] - '0',
                             .note_length = (int)(fields[6] - fields[5] - 1),
                             .note = fields[5]};
    line = end + 1;
  }
  return rows;
}

static int loop(const char *path, const char *file) {
  size_t length, count;
  row *rows = parse(contents(file, &length), &count);
  sqlite3 *db = connect_to(path);
  check(db, sqlite3_exec(db, table, NULL, NULL, NULL));
  sqlite3_stmt *insert;
  check(db, sqlite3_prepare_v2(db, "INSERT INTO result VALUES (?,1,?,?,1,?,?,?,?,?,?,?,?)", -1, &insert, NULL));
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
    sqlite3_bind_int64(insert, 1, (1LL << 40) + (int64_t)index);
    sqlite3_bind_int64(insert, 2, (int64_t)index);
    sqlite3_bind_int64(insert, 3, one->cell);
    sqlite3_bind_int64(insert, 4, 1772359200000 + (int64_t)index / 1000);
    sqlite3_bind_int64(insert, 5, (int64_t)index % 1000);
    sqlite3_bind_blob(insert, 6, &previous, 8, SQLITE_TRANSIENT);
    sqlite3_bind_blob(insert, 7, digest, 32, SQLITE_STATIC);
    sqlite3_bind_int(insert, 8, one->outcome);
    if (one->severity) sqlite3_bind_int(insert, 9, one->severity); else sqlite3_bind_null(insert, 9);
    sqlite3_bind_int64(insert, 10, 0x1234567 + one->cell);
    if (one->note_length) sqlite3_bind_text(insert, 11, one->note, one->note_length, SQLITE_STATIC);
    else sqlite3_bind_null(insert, 11);
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
