# Completion of diffable(1) for fish.

complete -c diffable -s e -x -d "run a string"
complete -c diffable -s i -d "type Lua after the script has run"
complete -c diffable -s l -x -d "require a module into a global"
complete -c diffable -s v -d "show the version"
complete -c diffable -s E -d "ignore environment variables"
complete -c diffable -s W -d "nothing: warnings are on"
complete -c diffable -l color -x -a "auto always never" -d "colour what is shown"
complete -c diffable -l format -x -a "text ndjson" -d "what is shown"
complete -c diffable -l record -r -d "write a page that plays what was applied"
complete -c diffable -l no-animation -d "show changes without motion"
complete -c diffable -s h -l help -d "show the options"
complete -c diffable -l version -d "show the version"
