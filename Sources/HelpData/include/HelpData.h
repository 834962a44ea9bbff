#pragma once
#include <stddef.h>

// The texts of `a11y help`, as bytes in the program: a file for each topic, and one for the commands of each group;
// and the scripts that complete lines in shells.
//
// `# ` begins a section, and an empty line ends a block of one: lines as they are where it is indented, terms where
// ` | ` parts them from their text, and else running text. What the program knows itself is in a place `{{name}}`. The
// section of a command is named like it: its examples, then what there is to say besides its flags.

/// One embedded file in UTF-8, not terminated by a zero byte.
typedef struct {
  const unsigned char *_Nonnull bytes;
  size_t count;
} help_file;

help_file help_accessibility(void);
help_file help_catalog(void);
help_file help_environment(void);
help_file help_exit_codes(void);
help_file help_formats(void);
help_file help_glossary(void);
help_file help_keys(void);
help_file help_privacy(void);
help_file help_query(void);
help_file help_tester_commands(void);
help_file help_lead_commands(void);
help_file help_exchange_commands(void);
help_file help_setup_commands(void);
help_file help_other_commands(void);
help_file help_completion_bash(void);
help_file help_completion_fish(void);
help_file help_completion_zsh(void);
