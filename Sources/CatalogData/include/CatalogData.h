#pragma once
#include <stddef.h>

// The built-in catalogue as bytes in the program, so that one binary works wherever it is moved.

/// One embedded file: JSON in UTF-8, not terminated by a zero byte.
typedef struct {
  const unsigned char *_Nonnull bytes;
  size_t count;
} catalog_file;

// Functions, because Swift does not import arrays whose length the header leaves open.
catalog_file catalog_checks(void);
catalog_file catalog_kinds(void);
catalog_file catalog_kind_groups(void);
catalog_file catalog_features(void);
catalog_file catalog_declared_features(void);
catalog_file catalog_reworded(void);
catalog_file catalog_ticket_words(void);
catalog_file catalog_essentials(void);
catalog_file catalog_checklists(void);
catalog_file catalog_criteria(void);
catalog_file catalog_conflicts(void);
catalog_file catalog_traits(void);
catalog_file catalog_audit_types(void);
catalog_file catalog_tool_rules(void);
catalog_file catalog_profiles(void);
catalog_file catalog_settings(void);
catalog_file catalog_limits(void);
catalog_file catalog_reference(void);
catalog_file catalog_styles(void);
catalog_file catalog_conformance(void);
