# Completion of diffable(1) for bash.

_diffable() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} index=1
    COMPREPLY=()
    # bash takes the "=" of --color=always for a word of its own.
    if [[ $word == = ]]; then
        word=
    elif [[ $before == = ]]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    case $before in
    --color) mapfile -t COMPREPLY < <(compgen -W "auto always never" -- "$word") ;;
    --format) mapfile -t COMPREPLY < <(compgen -W "text ndjson" -- "$word") ;;
    --record) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
    -e | -l) return ;;
    esac
    [[ ${#COMPREPLY[@]} -gt 0 || $before == --record || $before == --format ]] && return
    # After the script come its own arguments.
    while ((index < COMP_CWORD)); do
        case ${COMP_WORDS[index]} in
        -e | -l | --record | --format) ((index += 2)) ;;
        --color | -*) ((index += 1)) ;;
        = | auto | always | never | text | ndjson) ((index += 1)) ;;
        *) break ;;
        esac
    done
    if ((index < COMP_CWORD)); then
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    elif [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "-e -i -l -v -E -W --color --format --record --no-animation -h --help --version --" -- "$word")
    else
        mapfile -t COMPREPLY < <(compgen -f -X '!*.lua' -- "$word" && compgen -d -- "$word")
    fi
}

complete -o filenames -o bashdefault -F _diffable diffable
