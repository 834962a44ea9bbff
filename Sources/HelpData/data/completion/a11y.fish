# a11y completion for fish. Made by: a11y completion fish
# __a11y_at PATH [-eq|-ge PLACE]: whether the words so far lead to a command, and to a place in its arguments.
function __a11y_at
    set -l tokens (commandline -opc)
    set -e tokens[1]
    set -l where ''
    set -l place 0
    set -l skip 0
    set -g __a11y_first ''
    for word in $tokens
        if test $skip = 1
            set skip 0
            continue
        end
        switch $word
            case {{flags with values}}
                set skip 1
            case '-?*'
            case '*'
                switch "$where/$word"
                    case {{paths}}
                        set where "$where/$word"
                    case '*'
                        test $place = 0
                        and set -g __a11y_first $word
                        set place (math $place + 1)
                end
        end
    end
    test "$where" = "$argv[1]"
    or return 1
    test (count $argv) -lt 3
    or test $place $argv[2] $argv[3]
end
complete -c a11y -f
{{lines}}
