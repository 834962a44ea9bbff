// Only what Swift cannot express; each entry says why.
#pragma once
#include <sqlite3.h>

// Swift cannot call variadic C functions.
static inline int a11y_db_config(sqlite3 *db, int option, int on) {
    return sqlite3_db_config(db, option, on, (int *)0);
}
