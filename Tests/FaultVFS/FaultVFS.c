// See FaultVFS.h. One lock guards everything: tests watch one folder at a time.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "FaultVFS.h"

#include <fcntl.h>
#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// What a file did since its last sync.
struct Change {
    sqlite3_int64 offset;
    // A write when there are bytes; otherwise the file was cut, or grew, to `offset`.
    unsigned char *bytes;
    int count;
    struct Change *next;
};

// A watched file, by its name.
struct Known {
    char *path;
    // As a power cut would leave it.
    bool is_durable;
    unsigned char *bytes;
    sqlite3_int64 size;
    struct Change *first, *last;
    // Whether the running program sees it.
    bool is_there;
    struct Known *next;
};

struct File {
    sqlite3_file base;
    struct Known *known; // NULL for unnamed temporary files
    bool is_watched;
    // The real VFS's file follows.
    sqlite3_file real[];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sqlite3_vfs *under;
static char folder[512];
static pthread_t owner;
static enum FaultMode mode;
static int64_t chosen, operations;
static bool happened;
static uint64_t dice;
static struct Known *known_files;
static bool is_armed;
static pthread_cond_t turn = PTHREAD_COND_INITIALIZER;

static uint64_t roll(void) {
    dice += 0x9e3779b97f4a7c15u;
    uint64_t mixed = dice;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return mixed ^ (mixed >> 31);
}

static bool is_below(const char *path) {
    size_t length = strlen(folder);
    return length > 0 && path && strncmp(path, folder, length) == 0 && path[length] == '/';
}

static bool is_dead(void) { return mode == FAULT_POWER_CUT && happened; }

// Counts an operation; what it should answer.
static int judge(int io_error) {
    operations++;
    bool is_it = operations == chosen;
    if (mode == FAULT_NONE || chosen <= 0 || operations < chosen) return SQLITE_OK;
    if (is_it) happened = true;
    switch (mode) {
    case FAULT_IO_ERROR_ONCE: return is_it ? io_error : SQLITE_OK;
    case FAULT_FULL_ONCE: return is_it ? SQLITE_FULL : SQLITE_OK;
    case FAULT_FULL: return SQLITE_FULL;
    default: return io_error;
    }
}

// ------------------------------------------------------------------ what a power cut would leave

static void forget_changes(struct Known *known) {
    while (known->first) {
        struct Change *next = known->first->next;
        free(known->first->bytes);
        free(known->first);
        known->first = next;
    }
    known->last = NULL;
}

static void add_change(struct Known *known, sqlite3_int64 offset, const void *bytes, int count) {
    struct Change *change = calloc(1, sizeof *change);
    if (!change) abort();
    change->offset = offset;
    if (bytes) {
        change->bytes = malloc((size_t)count + 1);
        if (!change->bytes) abort();
        memcpy(change->bytes, bytes, (size_t)count);
        change->count = count;
    }
    if (known->last) known->last->next = change;
    else known->first = change;
    known->last = change;
}

static void resize(struct Known *known, sqlite3_int64 size) {
    unsigned char *bytes = realloc(known->bytes, (size_t)size + 1);
    if (!bytes) abort();
    if (size > known->size) memset(bytes + known->size, 0, (size_t)(size - known->size));
    known->bytes = bytes;
    known->size = size;
}

static void apply(struct Known *known, sqlite3_int64 offset, const unsigned char *bytes, sqlite3_int64 count) {
    if (offset + count > known->size) resize(known, offset + count);
    memcpy(known->bytes + offset, bytes, (size_t)count);
}

// All that was changed becomes durable.
static void settle(struct Known *known) {
    for (struct Change *change = known->first; change; change = change->next) {
        if (change->bytes) apply(known, change->offset, change->bytes, change->count);
        else resize(known, change->offset);
    }
    forget_changes(known);
    known->is_durable = true;
}

// Of what was changed some reaches the disk, some does not, and some only in part; later writes may be there while
// earlier ones are not.
static void settle_by_chance(struct Known *known) {
    const int sector = 512;
    uint64_t share = roll() % 5; // of four: from nothing to all
    for (struct Change *change = known->first; change; change = change->next) {
        if (roll() % 4 >= share) continue;
        if (!change->bytes) {
            resize(known, change->offset);
        } else if (roll() % 4) {
            apply(known, change->offset, change->bytes, change->count);
        } else {
            for (sqlite3_int64 at = 0; at < change->count;) {
                sqlite3_int64 end = (change->offset + at) / sector * sector + sector - change->offset;
                if (end > change->count) end = change->count;
                if (roll() % 2) apply(known, change->offset + at, change->bytes + at, end - at);
                at = end;
            }
        }
    }
    forget_changes(known);
}

static void load(struct Known *known) {
    int file = open(known->path, O_RDONLY | O_CLOEXEC);
    if (file < 0) return;
    struct stat info;
    if (fstat(file, &info) == 0) {
        resize(known, info.st_size);
        sqlite3_int64 done = 0;
        while (done < known->size) {
            ssize_t count = pread(file, known->bytes + done, (size_t)(known->size - done), done);
            if (count <= 0) break;
            done += count;
        }
        known->is_durable = known->is_there = true;
    }
    close(file);
}

static struct Known *find(const char *path) {
    for (struct Known *known = known_files; known; known = known->next)
        if (strcmp(known->path, path) == 0) return known;
    return NULL;
}

// The file of a name, read the first time as it is: closing it drops no locks, since nobody has it open yet.
static struct Known *know(const char *path) {
    struct Known *known = find(path);
    if (known) return known;
    known = calloc(1, sizeof *known);
    if (!known) abort();
    known->path = strdup(path);
    load(known);
    known->next = known_files;
    known_files = known;
    return known;
}

static bool write_back(struct Known *known) {
    if (!known->is_durable) return unlink(known->path) == 0 || access(known->path, F_OK) != 0;
    // In place: the number of a file is part of who it is.
    int file = open(known->path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0) return false;
    sqlite3_int64 done = 0;
    while (done < known->size) {
        ssize_t count = write(file, known->bytes + done, (size_t)(known->size - done));
        if (count <= 0) break;
        done += count;
    }
    return close(file) == 0 && done == known->size;
}

// ------------------------------------------------------------------ files

static struct File *file_of(sqlite3_file *file) { return (struct File *)file; }

static int fault_close(sqlite3_file *file) {
    struct File *this = file_of(file);
    return this->real->pMethods ? this->real->pMethods->xClose(this->real) : SQLITE_OK;
}

static int fault_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
    struct File *this = file_of(file);
    if (this->is_watched && is_dead()) return SQLITE_IOERR_READ;
    return this->real->pMethods->xRead(this->real, bytes, count, offset);
}

static int fault_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
    struct File *this = file_of(file);
    if (!this->is_watched) return this->real->pMethods->xWrite(this->real, bytes, count, offset);
    pthread_mutex_lock(&lock);
    bool was_dead = is_dead();
    int code = judge(SQLITE_IOERR_WRITE);
    if (this->known && !was_dead && (code == SQLITE_OK || mode == FAULT_POWER_CUT))
        add_change(this->known, offset, bytes, count);
    pthread_mutex_unlock(&lock);
    return code != SQLITE_OK ? code : this->real->pMethods->xWrite(this->real, bytes, count, offset);
}

static int fault_truncate(sqlite3_file *file, sqlite3_int64 size) {
    struct File *this = file_of(file);
    if (!this->is_watched) return this->real->pMethods->xTruncate(this->real, size);
    pthread_mutex_lock(&lock);
    bool was_dead = is_dead();
    int code = judge(SQLITE_IOERR_TRUNCATE);
    if (this->known && !was_dead && (code == SQLITE_OK || mode == FAULT_POWER_CUT))
        add_change(this->known, size, NULL, 0);
    pthread_mutex_unlock(&lock);
    return code != SQLITE_OK ? code : this->real->pMethods->xTruncate(this->real, size);
}

static int fault_sync(sqlite3_file *file, int flags) {
    struct File *this = file_of(file);
    if (!this->is_watched) return this->real->pMethods->xSync(this->real, flags);
    pthread_mutex_lock(&lock);
    int code = judge(SQLITE_IOERR_FSYNC);
    if (code == SQLITE_OK && this->known) settle(this->known);
    pthread_mutex_unlock(&lock);
    // Nobody cuts the power of the machine the tests run on.
    return code;
}

static int fault_size(sqlite3_file *file, sqlite3_int64 *size) {
    struct File *this = file_of(file);
    if (this->is_watched && is_dead()) return SQLITE_IOERR_FSTAT;
    return this->real->pMethods->xFileSize(this->real, size);
}

static int fault_lock(sqlite3_file *file, int level) {
    struct File *this = file_of(file);
    return this->real->pMethods->xLock(this->real, level);
}

static int fault_unlock(sqlite3_file *file, int level) {
    struct File *this = file_of(file);
    return this->real->pMethods->xUnlock(this->real, level);
}

static int fault_check_lock(sqlite3_file *file, int *result) {
    struct File *this = file_of(file);
    return this->real->pMethods->xCheckReservedLock(this->real, result);
}

static int fault_control(sqlite3_file *file, int what, void *argument) {
    struct File *this = file_of(file);
    return this->real->pMethods->xFileControl(this->real, what, argument);
}

static int fault_sector_size(sqlite3_file *file) {
    struct File *this = file_of(file);
    return this->real->pMethods->xSectorSize(this->real);
}

static int fault_characteristics(sqlite3_file *file) {
    struct File *this = file_of(file);
    return this->real->pMethods->xDeviceCharacteristics(this->real);
}

// Version 1: no shared memory and no mapping, so nothing is written past this shim.
static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = fault_close,
    .xRead = fault_read,
    .xWrite = fault_write,
    .xTruncate = fault_truncate,
    .xSync = fault_sync,
    .xFileSize = fault_size,
    .xLock = fault_lock,
    .xUnlock = fault_unlock,
    .xCheckReservedLock = fault_check_lock,
    .xFileControl = fault_control,
    .xSectorSize = fault_sector_size,
    .xDeviceCharacteristics = fault_characteristics,
};

// ------------------------------------------------------------------ the file system

// Answers for an opening of a watched file, and gets to know it.
static int judge_open(const char *path, int flags, struct File *this) {
    this->is_watched = true;
    if (path) this->known = know(path);
    if (!(flags & SQLITE_OPEN_CREATE)) return is_dead() ? SQLITE_CANTOPEN : SQLITE_OK;
    int code = judge(SQLITE_CANTOPEN);
    if (code == SQLITE_OK && this->known && !this->known->is_there) {
        // New: until its first sync the power cut may leave it out.
        this->known->is_there = true;
        if (!this->known->is_durable) {
            forget_changes(this->known);
            resize(this->known, 0);
        }
    }
    return code;
}

static int fault_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags, int *out) {
    (void)vfs;
    struct File *this = file_of(file);
    memset(this, 0, sizeof *this);
    pthread_mutex_lock(&lock);
    int code = SQLITE_OK;
    if (path ? is_below(path) : folder[0] && pthread_equal(owner, pthread_self()))
        code = judge_open(path, flags, this);
    pthread_mutex_unlock(&lock);
    if (code != SQLITE_OK) return code;
    code = under->xOpen(under, path, this->real, flags, out);
    if (this->real->pMethods) this->base.pMethods = &methods;
    return code;
}

static int fault_delete(sqlite3_vfs *vfs, const char *path, int sync_folder) {
    (void)vfs;
    if (!is_below(path)) return under->xDelete(under, path, sync_folder);
    pthread_mutex_lock(&lock);
    bool was_dead = is_dead();
    int code = judge(SQLITE_IOERR_DELETE);
    struct Known *known = know(path);
    bool is_done = code == SQLITE_OK || (mode == FAULT_POWER_CUT && !was_dead && roll() % 2);
    if (is_done) {
        known->is_there = false;
        // Without the sync of the folder the file may be found again as it was.
        if (sync_folder || (code != SQLITE_OK && roll() % 2)) {
            known->is_durable = false;
            resize(known, 0);
        }
        forget_changes(known);
    }
    pthread_mutex_unlock(&lock);
    return code != SQLITE_OK ? code : under->xDelete(under, path, sync_folder);
}

static int fault_access(sqlite3_vfs *vfs, const char *path, int flags, int *out) {
    (void)vfs;
    if (is_below(path) && is_dead()) return SQLITE_IOERR_ACCESS;
    return under->xAccess(under, path, flags, out);
}

static int fault_full_path(sqlite3_vfs *vfs, const char *path, int size, char *out) {
    (void)vfs;
    return under->xFullPathname(under, path, size, out);
}

static int fault_randomness(sqlite3_vfs *vfs, int size, char *out) {
    (void)vfs;
    return under->xRandomness(under, size, out);
}

static int fault_sleep(sqlite3_vfs *vfs, int microseconds) {
    (void)vfs;
    return under->xSleep(under, microseconds);
}

static int fault_time(sqlite3_vfs *vfs, sqlite3_int64 *out) {
    (void)vfs;
    return under->xCurrentTimeInt64(under, out);
}

static int fault_time_of_day(sqlite3_vfs *vfs, double *out) {
    (void)vfs;
    return under->xCurrentTime(under, out);
}

static int fault_last_error(sqlite3_vfs *vfs, int size, char *out) {
    (void)vfs;
    return under->xGetLastError ? under->xGetLastError(under, size, out) : 0;
}

int fault_install(void) {
    static sqlite3_vfs shim;
    pthread_mutex_lock(&lock);
    int code = SQLITE_OK;
    if (!under) {
        under = sqlite3_vfs_find(NULL);
        shim = (sqlite3_vfs){
            .iVersion = 2,
            .szOsFile = (int)sizeof(struct File) + under->szOsFile,
            .mxPathname = under->mxPathname,
            .zName = "faults",
            .xOpen = fault_open,
            .xDelete = fault_delete,
            .xAccess = fault_access,
            .xFullPathname = fault_full_path,
            .xRandomness = fault_randomness,
            .xSleep = fault_sleep,
            .xCurrentTime = fault_time_of_day,
            .xGetLastError = fault_last_error,
            .xCurrentTimeInt64 = fault_time,
        };
        code = sqlite3_vfs_register(&shim, 1);
    }
    pthread_mutex_unlock(&lock);
    return code;
}

// ------------------------------------------------------------------ the tests' side

static void forget_all(void) {
    while (known_files) {
        struct Known *next = known_files->next;
        forget_changes(known_files);
        free(known_files->bytes);
        free(known_files->path);
        free(known_files);
        known_files = next;
    }
}

void fault_arm(const char *path, enum FaultMode how, int64_t operation, uint64_t seed) {
    pthread_mutex_lock(&lock);
    while (is_armed) pthread_cond_wait(&turn, &lock);
    is_armed = true;
    forget_all();
    strncpy(folder, path, sizeof folder - 1);
    owner = pthread_self();
    mode = how;
    chosen = operation;
    operations = 0;
    happened = false;
    dice = seed;
    pthread_mutex_unlock(&lock);
}

int64_t fault_operations(void) {
    pthread_mutex_lock(&lock);
    int64_t count = operations;
    pthread_mutex_unlock(&lock);
    return count;
}

bool fault_happened(void) {
    pthread_mutex_lock(&lock);
    bool answer = happened;
    pthread_mutex_unlock(&lock);
    return answer;
}

bool fault_disarm(void) {
    pthread_mutex_lock(&lock);
    bool is_written = true;
    if (is_dead()) {
        for (struct Known *known = known_files; known; known = known->next) {
            bool was_durable = known->is_durable;
            settle_by_chance(known);
            // A name that was never synced may be there or not, with what it held or without.
            if (!was_durable && known->is_there) known->is_durable = roll() % 2;
            is_written = write_back(known) && is_written;
        }
    }
    forget_all();
    folder[0] = 0;
    mode = FAULT_NONE;
    is_armed = false;
    pthread_cond_broadcast(&turn);
    pthread_mutex_unlock(&lock);
    return is_written;
}

int64_t fault_place(uint64_t seed, int64_t part, int64_t parts, int64_t operations) {
    int64_t first = operations * part / parts, end = operations * (part + 1) / parts;
    // splitmix64: near seeds and parts draw far numbers.
    uint64_t drawn = seed * 0x9e3779b97f4a7c15u + (uint64_t)part * 0xbf58476d1ce4e5b9u;
    drawn = (drawn ^ (drawn >> 30)) * 0xbf58476d1ce4e5b9u;
    drawn = (drawn ^ (drawn >> 27)) * 0x94d049bb133111ebu;
    drawn ^= drawn >> 31;
    return first + 1 + (int64_t)(drawn % (uint64_t)(end > first ? end - first : 1));
}
