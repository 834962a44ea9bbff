// A disk that fails on purpose: a shim over SQLite's default VFS, for tests only.
//
// Files below one folder are watched, everything else goes straight through. What changes a file counts as one
// operation: open (for writing), write, truncate, sync and delete. At a chosen operation the disk fails as it was told.
//
// A watched file is known twice: as the running program sees it, and as it would be found after a power cut. Only a
// sync moves content from the first to the second; a new name or a deletion is durable once its folder was synced,
// which SQLite's unix VFS does with the first sync of a new file and with a delete that asks for it.
#pragma once
#include <stdbool.h>
#include <stdint.h>

enum FaultMode {
    // Counts and nothing else.
    FAULT_NONE,
    // One operation fails; those after it work.
    FAULT_IO_ERROR_ONCE,
    FAULT_FULL_ONCE,
    // It and all after it fail.
    FAULT_IO_ERROR,
    FAULT_FULL,
    // It is done half, or not at all, and then nothing works any more, reading included. See fault_crash.
    FAULT_POWER_CUT,
};

// Makes the shim SQLite's default VFS. Once per process, after SQLite was configured; returns SQLite's result.
int fault_install(void);

// Watches the files below a folder, for the calling thread's unnamed temporary files too, and forgets what was known
// of earlier ones. One at a time: who comes second waits until fault_disarm. No connection may be open there.
void fault_arm(const char *folder, enum FaultMode mode, int64_t operation, uint64_t seed);

// Operations since fault_arm.
int64_t fault_operations(void);

// Whether the chosen operation was reached.
bool fault_happened(void);

// Watches nothing any more. After FAULT_POWER_CUT every watched file is first given the content that a disk could
// have: what was synced, and of the writes since then some, others not, some torn, as the seed decides. No connection
// may be open there. Returns false when a file could not be written.
bool fault_disarm(void);

// The operation to fail at in one of so many equal parts of all operations (1 to `operations`), drawn by the seed: a few
// operations are met from the first to the last, and after some runs all.
int64_t fault_place(uint64_t seed, int64_t part, int64_t parts, int64_t operations);
