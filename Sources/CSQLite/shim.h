// Only what Swift cannot express; each entry says why.
#pragma once
#include <sqlite3.h>

// Swift cannot call variadic C functions.
static inline int a11y_db_config(sqlite3 *db, int option, int on) {
    return sqlite3_db_config(db, option, on, (int *)0);
}

// The same call with -1 changes nothing and reads the switch back: 1, 0, or -1 when the option is not known.
static inline int a11y_db_config_read(sqlite3 *db, int option) {
    int on = -1;
    return sqlite3_db_config(db, option, -1, &on) == SQLITE_OK ? on : -1;
}

// Variadic as well. Must run before the library initialises itself; afterwards it answers SQLITE_MISUSE.
static inline int a11y_config_memstatus(int on) {
    return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, on);
}

// SQLITE_TRANSIENT is a cast of -1 to a function pointer, a macro that Swift does not import.
static inline sqlite3_destructor_type a11y_transient(void) {
    return SQLITE_TRANSIENT;
}
