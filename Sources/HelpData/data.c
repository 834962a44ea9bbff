#include "HelpData.h"

static const unsigned char accessibility[] = {
#embed "data/accessibility.md"
};

static const unsigned char catalog[] = {
#embed "data/catalog.md"
};

static const unsigned char environment[] = {
#embed "data/environment.md"
};

static const unsigned char exit_codes[] = {
#embed "data/exit-codes.md"
};

static const unsigned char formats[] = {
#embed "data/formats.md"
};

static const unsigned char glossary[] = {
#embed "data/glossary.md"
};

static const unsigned char keys[] = {
#embed "data/keys.md"
};

static const unsigned char privacy[] = {
#embed "data/privacy.md"
};

static const unsigned char query[] = {
#embed "data/query.md"
};

static const unsigned char tester_commands[] = {
#embed "data/commands/tester.md"
};

static const unsigned char lead_commands[] = {
#embed "data/commands/lead.md"
};

static const unsigned char exchange_commands[] = {
#embed "data/commands/exchange.md"
};

static const unsigned char setup_commands[] = {
#embed "data/commands/setup.md"
};

static const unsigned char other_commands[] = {
#embed "data/commands/other.md"
};

static const unsigned char completion_bash[] = {
#embed "data/completion/a11y.bash"
};

static const unsigned char completion_fish[] = {
#embed "data/completion/a11y.fish"
};

static const unsigned char completion_zsh[] = {
#embed "data/completion/a11y.zsh"
};

help_file help_accessibility(void) { return (help_file){accessibility, sizeof accessibility}; }
help_file help_catalog(void) { return (help_file){catalog, sizeof catalog}; }
help_file help_environment(void) { return (help_file){environment, sizeof environment}; }
help_file help_exit_codes(void) { return (help_file){exit_codes, sizeof exit_codes}; }
help_file help_formats(void) { return (help_file){formats, sizeof formats}; }
help_file help_glossary(void) { return (help_file){glossary, sizeof glossary}; }
help_file help_keys(void) { return (help_file){keys, sizeof keys}; }
help_file help_privacy(void) { return (help_file){privacy, sizeof privacy}; }
help_file help_query(void) { return (help_file){query, sizeof query}; }
help_file help_tester_commands(void) { return (help_file){tester_commands, sizeof tester_commands}; }
help_file help_lead_commands(void) { return (help_file){lead_commands, sizeof lead_commands}; }
help_file help_exchange_commands(void) { return (help_file){exchange_commands, sizeof exchange_commands}; }
help_file help_setup_commands(void) { return (help_file){setup_commands, sizeof setup_commands}; }
help_file help_other_commands(void) { return (help_file){other_commands, sizeof other_commands}; }
help_file help_completion_bash(void) { return (help_file){completion_bash, sizeof completion_bash}; }
help_file help_completion_fish(void) { return (help_file){completion_fish, sizeof completion_fish}; }
help_file help_completion_zsh(void) { return (help_file){completion_zsh, sizeof completion_zsh}; }
