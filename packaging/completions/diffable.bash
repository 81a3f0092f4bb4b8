# Completion of diffable(1), diffable-watch(1), diffable-follow(1) and diffable-pick(1) for bash.

_diffable() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} index=1
    COMPREPLY=()
    # For bash, the "=" of --color=always is a separate word.
    if [[ $word == = ]]; then
        word=
    elif [[ $before == = ]]; then
        before=${COMP_WORDS[COMP_CWORD - 2]}
    fi
    case $before in
    --color) mapfile -t COMPREPLY < <(compgen -W "auto always never" -- "$word") ;;
    --format) mapfile -t COMPREPLY < <(compgen -W "text ndjson" -- "$word") ;;
    --duration) mapfile -t COMPREPLY < <(compgen -W "0 150 300 1000" -- "$word") ;;
    --record | --publish) mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
    -e | -l) return ;;
    esac
    [[ ${#COMPREPLY[@]} -gt 0 || $before == --record || $before == --publish || $before == --format || $before == --duration ]] && return
    # Find the script or command. The words after it are its own arguments.
    while ((index < COMP_CWORD)); do
        case ${COMP_WORDS[index]} in
        -e | -l | --record | --publish | --format | --duration)
            ((index += 2))
            [[ ${COMP_WORDS[index - 1]} == = ]] && ((index += 1))
            ;;
        --color | -*) ((index += 1)) ;;
        = | auto | always | never) ((index += 1)) ;;
        *) break ;;
        esac
    done
    if ((index < COMP_CWORD)) && [[ ${COMP_WORDS[index]} == watch ]]; then
        _diffable_watch $((index + 1))
    elif ((index < COMP_CWORD)) && [[ ${COMP_WORDS[index]} == follow ]]; then
        _diffable_follow
    elif ((index < COMP_CWORD)) && [[ ${COMP_WORDS[index]} == pick ]]; then
        _diffable_pick $((index + 1))
    elif ((index < COMP_CWORD)); then
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    elif [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "-e -i -l -v -E -W --color --format --record --publish --duration --no-animation -h --help --version --" -- "$word")
    else
        mapfile -t COMPREPLY < <(compgen -f -X '!*.lua' -- "$word" && compgen -d -- "$word"; compgen -W "watch follow pick" -- "$word")
    fi
}

# Completes a command and its files after "--". Uses `word` of the caller. Fails if there is no "--" before the cursor.
_diffable_command() { # the index of the first word after watch or pick
    local index
    for ((index = $1; index < COMP_CWORD; index++)); do
        [[ ${COMP_WORDS[index]} == -- ]] || continue
        if ((index + 1 == COMP_CWORD)); then
            mapfile -t COMPREPLY < <(compgen -c -- "$word")
        else
            mapfile -t COMPREPLY < <(compgen -f -- "$word")
        fi
        return 0
    done
    return 1
}

# Completes the words after "watch", up to the command after "--". Uses `word` and `before` of the caller.
_diffable_watch() { # the index of the first word after it
    _diffable_command "$1" && return
    case $before in
    --key | --text | --detail | --section | --sort | --where | --rows | --follow | --every | --timeout | --at) return ;;
    --save | --play)
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
        return
        ;;
    --input)
        mapfile -t COMPREPLY < <(compgen -W "auto json lines csv tsv columns" -- "$word")
        return
        ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "--key --input --text --detail --section --sort --where --rows --follow --every --timeout --hold --exit-on-change --exit-on-error --bell --no-title --once --diff-only --timestamps --format --publish --save --play --at --duration --help --version --" -- "$word")
}

# Completes the words after "pick", up to the command after "--". Uses `word` and `before` of the caller.
_diffable_pick() { # the index of the first word after it
    _diffable_command "$1" && return
    case $before in
    --nth | -n | --delimiter | -d | --reload-every | --id | --filter | -f | --query | -q | --prompt | --header | --preview | --height | --bind) return ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "--exact --nth --delimiter --no-sort --tac --track --read0 --print0 --ansi --reload-every --id --filter --select-1 --exit-0 --multi --query --prompt --header --preview --height --bind --help --version --" -- "$word")
}

# Completes the words after "follow". Uses `word` and `before` of the caller.
_diffable_follow() {
    case $before in
    --text | --detail) return ;;
    esac
    if [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "--text --detail --once --format --duration --help --version" -- "$word")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}

complete -o filenames -o bashdefault -F _diffable diffable
