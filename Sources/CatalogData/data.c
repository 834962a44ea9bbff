#include "CatalogData.h"

// A string literal may not be this long everywhere, and a Swift literal of this size takes seconds to build; `#embed`
// costs nothing.

static const unsigned char checks[] = {
#embed "data/checks.json"
};

static const unsigned char kinds[] = {
#embed "data/kinds.json"
};

static const unsigned char kind_groups[] = {
#embed "data/kind-groups.json"
};

static const unsigned char features[] = {
#embed "data/features.json"
};

static const unsigned char declared_features[] = {
#embed "data/declared-features.json"
};

static const unsigned char reworded[] = {
#embed "data/reworded.json"
};

static const unsigned char ticket_words[] = {
#embed "data/ticket-words.json"
};

static const unsigned char essentials[] = {
#embed "data/essentials.json"
};

static const unsigned char checklists[] = {
#embed "data/checklists.json"
};

static const unsigned char criteria[] = {
#embed "data/wcag22.json"
};

static const unsigned char conflicts[] = {
#embed "data/conflicts.json"
};

static const unsigned char traits[] = {
#embed "data/traits.json"
};

static const unsigned char audit_types[] = {
#embed "data/audit-types.json"
};

static const unsigned char tool_rules[] = {
#embed "data/tool-rules.json"
};

static const unsigned char profiles[] = {
#embed "data/profiles.json"
};

static const unsigned char settings[] = {
#embed "data/settings.json"
};

static const unsigned char limits[] = {
#embed "data/limits.json"
};

static const unsigned char reference[] = {
#embed "data/reference.json"
};

static const unsigned char styles[] = {
#embed "data/styles.json"
};

static const unsigned char conformance[] = {
#embed "data/conformance.json"
};

catalog_file catalog_checks(void) { return (catalog_file){checks, sizeof checks}; }
catalog_file catalog_kinds(void) { return (catalog_file){kinds, sizeof kinds}; }
catalog_file catalog_kind_groups(void) { return (catalog_file){kind_groups, sizeof kind_groups}; }
catalog_file catalog_features(void) { return (catalog_file){features, sizeof features}; }
catalog_file catalog_declared_features(void) {
  return (catalog_file){declared_features, sizeof declared_features};
}
catalog_file catalog_reworded(void) { return (catalog_file){reworded, sizeof reworded}; }
catalog_file catalog_ticket_words(void) { return (catalog_file){ticket_words, sizeof ticket_words}; }
catalog_file catalog_essentials(void) { return (catalog_file){essentials, sizeof essentials}; }
catalog_file catalog_checklists(void) { return (catalog_file){checklists, sizeof checklists}; }
catalog_file catalog_criteria(void) { return (catalog_file){criteria, sizeof criteria}; }
catalog_file catalog_conflicts(void) { return (catalog_file){conflicts, sizeof conflicts}; }
catalog_file catalog_traits(void) { return (catalog_file){traits, sizeof traits}; }
catalog_file catalog_audit_types(void) { return (catalog_file){audit_types, sizeof audit_types}; }
catalog_file catalog_tool_rules(void) { return (catalog_file){tool_rules, sizeof tool_rules}; }
catalog_file catalog_profiles(void) { return (catalog_file){profiles, sizeof profiles}; }
catalog_file catalog_settings(void) { return (catalog_file){settings, sizeof settings}; }
catalog_file catalog_limits(void) { return (catalog_file){limits, sizeof limits}; }
catalog_file catalog_reference(void) { return (catalog_file){reference, sizeof reference}; }
catalog_file catalog_styles(void) { return (catalog_file){styles, sizeof styles}; }
catalog_file catalog_conformance(void) { return (catalog_file){conformance, sizeof conformance}; }
