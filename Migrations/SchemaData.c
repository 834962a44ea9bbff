#include "SchemaData.h"

// A step is frozen once it is shipped. `#embed` costs nothing; a Swift literal of this size takes the compiler seconds.

static const unsigned char initial[] = {
#embed "V001__initial.sql"
};

static const unsigned char transition_context[] = {
#embed "V002__transition_context.sql"
};

static const unsigned char following[] = {
#embed "V003__following.sql"
};

static const unsigned char named_by[] = {
#embed "V004__named_by.sql"
};

static const unsigned char rules[] = {
#embed "V005__rules.sql"
};

static const unsigned char held[] = {
#embed "V006__held.sql"
};

static const unsigned char requests_features[] = {
#embed "V007__requests_features.sql"
};

static const unsigned char answers[] = {
#embed "V008__answers.sql"
};

static const unsigned char settings_sessions[] = {
#embed "V009__settings_sessions.sql"
};

static const unsigned char authors_undo[] = {
#embed "V010__authors_undo.sql"
};

static const unsigned char direct_sights[] = {
#embed "V011__direct_sights.sql"
};

migration_file migration_initial(void) { return (migration_file){initial, sizeof initial}; }
migration_file migration_transition_context(void) {
  return (migration_file){transition_context, sizeof transition_context};
}
migration_file migration_following(void) { return (migration_file){following, sizeof following}; }
migration_file migration_named_by(void) { return (migration_file){named_by, sizeof named_by}; }
migration_file migration_rules(void) { return (migration_file){rules, sizeof rules}; }
migration_file migration_held(void) { return (migration_file){held, sizeof held}; }
migration_file migration_requests_features(void) {
  return (migration_file){requests_features, sizeof requests_features};
}
migration_file migration_answers(void) { return (migration_file){answers, sizeof answers}; }
migration_file migration_settings_sessions(void) { return (migration_file){settings_sessions, sizeof settings_sessions}; }
migration_file migration_authors_undo(void) { return (migration_file){authors_undo, sizeof authors_undo}; }
migration_file migration_direct_sights(void) { return (migration_file){direct_sights, sizeof direct_sights}; }
