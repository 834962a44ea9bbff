#pragma once
#include <stddef.h>

// The steps of the schema as bytes in the program.

/// One step: SQL in UTF-8, not terminated by a zero byte.
typedef struct {
  const unsigned char *_Nonnull bytes;
  size_t count;
} migration_file;

// Functions, because Swift does not import arrays whose length the header leaves open.
migration_file migration_initial(void);
migration_file migration_transition_context(void);
migration_file migration_following(void);
migration_file migration_named_by(void);
migration_file migration_rules(void);
migration_file migration_held(void);
migration_file migration_requests_features(void);
migration_file migration_answers(void);
migration_file migration_settings_sessions(void);
migration_file migration_authors_undo(void);
migration_file migration_direct_sights(void);
