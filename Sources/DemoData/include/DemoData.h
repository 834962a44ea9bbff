#pragma once
#include <stddef.h>

// What `a11y demo` is made of, as bytes in the program.
//
// From the public app MovieSwiftUI (https://github.com/Dimillian/MovieSwiftUI, Apache-2.0), facts only, none of its
// code: the views with their source files (components.tsv: key, kind, source, in-last-round), the times and commits of
// nine points of its history (rounds.tsv), and what an inspection of the source found at each of them (round-2.tsv to
// round-9.tsv: outcome, check, component, condition, value, note). The first round found nothing: there was no view yet.
//
// Invented, and named demo-... wherever it is a name: owners and screens in components.tsv, severities in round-9.tsv,
// everything in release.tsv (results of an audit) and registers.json (the app as a component, audits, waivers, questions,
// tasks, notes).
//
// The times are those of the history; the program moves all of them by the same number of weeks, and says so.

/// One embedded file in UTF-8, not terminated by a zero byte.
typedef struct {
  const unsigned char *_Nullable bytes;
  size_t count;
} demo_file;

demo_file demo_components(void);
demo_file demo_rounds(void);
/// What was found in round 1 to 9; empty for any other number.
demo_file demo_round(size_t number);
demo_file demo_release(void);
demo_file demo_registers(void);
