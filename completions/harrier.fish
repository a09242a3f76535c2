# fish completion for harrier

# Behind "--" stand the compiler's flags, or the build: nothing of ours.
function __harrier_in
    set -l words (commandline -opc)
    contains -- -- $words[2..-1]; and return 1
    test (count $words) -ge 2; and test "$words[2]" = $argv[1]
end

function __harrier_needs_command
    test (count (commandline -opc)) -eq 1
end

complete -c harrier -f -n __harrier_needs_command -a inspect -d 'Show the API of a library'
complete -c harrier -f -n __harrier_needs_command -a capture -d 'Run a build and note how it compiles its sources'
complete -c harrier -f -n __harrier_needs_command -a gen -d 'Search a library for failures, and make unit tests'

complete -c harrier -f -n __harrier_needs_command -a minimize -d 'Make a failing sequence small, and confirm it in plain C'
complete -c harrier -f -n __harrier_needs_command -a compare -d 'Tell what a new version of a library does otherwise'
complete -c harrier -f -n __harrier_needs_command -a replay -d 'Run a sequence of calls and show what each one does'
complete -c harrier -f -n __harrier_needs_command -a doctor -d 'Tell what this machine offers and what is missing'
complete -c harrier -f -n __harrier_needs_command -a help -d 'Print a help text'
complete -c harrier -f -n __harrier_needs_command -l help -s h -d 'Print a help text'
complete -c harrier -f -n __harrier_needs_command -l version -d 'Print the version'
complete -c harrier -f -n '__harrier_in help' -a 'gen inspect capture replay minimize compare doctor'

complete -c harrier -n '__harrier_in inspect' -l header -r -F -d 'A public header'
complete -c harrier -n '__harrier_in inspect' -l tree -x -a '(__fish_complete_directories)' -d 'What is included from below belongs to the API'
complete -c harrier -n '__harrier_in inspect' -s p -l build -r -F -d 'Take sources and flags from a compile database'
complete -c harrier -n '__harrier_in inspect' -l with -r -F -d 'Functions of your own'
complete -c harrier -n '__harrier_in inspect' -l model -r -F -d 'Load what --json wrote'
complete -c harrier -n '__harrier_in inspect' -l operation -x -d 'Explain one function or macro'
complete -c harrier -n '__harrier_in inspect' -l type -x -d 'Explain one type'
complete -c harrier -f -n '__harrier_in inspect' -l unsupported -d 'List what cannot be called, with the reason'
complete -c harrier -f -n '__harrier_in inspect' -l constants -d 'The constants of the code'
complete -c harrier -f -n '__harrier_in inspect' -l facts -d 'What the code does to every parameter'
complete -c harrier -f -n '__harrier_in inspect' -l no-code -d 'Do not look into the code'
complete -c harrier -n '__harrier_in inspect' -l contracts -r -F -d 'Rules of the API'
complete -c harrier -n '__harrier_in inspect' -l graph -r -F -d 'Draw types and operations: FILE.dot or FILE.svg'
complete -c harrier -f -n '__harrier_in inspect' -l json -d 'Write the whole model'
complete -c harrier -f -n '__harrier_in inspect' -s h -l help -d 'Print a help text'

complete -c harrier -n '__harrier_in gen' -l header -r -F -d 'A public header'
complete -c harrier -n '__harrier_in gen' -l tree -x -a '(__fish_complete_directories)' -d 'What is included from below belongs to the API'
complete -c harrier -n '__harrier_in gen' -s p -l build -r -F -d 'Take sources and flags from a compile database'
complete -c harrier -n '__harrier_in gen' -l budget -x -d 'How long to search: 60s, 2m'
complete -c harrier -n '__harrier_in gen' -l calls -x -d 'How many calls to make'
complete -c harrier -n '__harrier_in gen' -l sequences -x -d 'How many sequences to make'
complete -c harrier -n '__harrier_in gen' -l seed -x -d 'Where random choices begin'
complete -c harrier -n '__harrier_in gen' -l length -x -d 'At most so many calls in a sequence'
complete -c harrier -n '__harrier_in gen' -l jobs -x -d 'How many workers'
complete -c harrier -n '__harrier_in gen' -l out -x -a '(__fish_complete_directories)' -d 'Where everything goes'
complete -c harrier -f -n '__harrier_in gen' -l resume -d 'Go on where the last run ended'
complete -c harrier -n '__harrier_in gen' -l contracts -r -F -d 'Rules of the API to begin with'
complete -c harrier -n '__harrier_in gen' -l with -r -F -d 'Functions of your own'
complete -c harrier -f -n '__harrier_in gen' -l fail-alloc -d 'Let allocations fail'
complete -c harrier -f -n '__harrier_in gen' -l hangs -d 'Calls that do not end are failures, too'
complete -c harrier -n '__harrier_in gen' -l certify -x -a 'quick default thorough' -d 'How much is tried before a test counts'
complete -c harrier -n '__harrier_in gen' -l kept-coverage -d 'Measure what everything that was kept covers'
complete -c harrier -n '__harrier_in gen' -l no-contract -x -d 'Leave a contract out'
complete -c harrier -f -n '__harrier_in gen' -l json -d 'The summary as JSON'
complete -c harrier -n '__harrier_in gen' -l tests -x -d 'At most so many tests'
complete -c harrier -f -n '__harrier_in gen' -s h -l help -d 'Print a help text'

complete -c harrier -n '__harrier_in minimize' -l header -r -F -d 'A public header'
complete -c harrier -n '__harrier_in minimize' -l tree -x -a '(__fish_complete_directories)' -d 'What is included from below belongs to the API'
complete -c harrier -n '__harrier_in minimize' -s p -l build -r -F -d 'Take sources and flags from a compile database'
complete -c harrier -f -n '__harrier_in minimize' -l confirm -d 'Judge and confirm it'
complete -c harrier -f -n '__harrier_in minimize' -l thorough -d 'Confirm it with gcc and with clang'
complete -c harrier -n '__harrier_in minimize' -l out -x -a '(__fish_complete_directories)' -d 'Where folders of failures go'
complete -c harrier -n '__harrier_in minimize' -l runs -x -d 'Run at most so many sequences'
complete -c harrier -f -n '__harrier_in minimize' -s h -l help -d 'Print a help text'

complete -c harrier -n '__harrier_in compare' -l header -r -F -d 'A public header'
complete -c harrier -n '__harrier_in compare' -l tree -x -a '(__fish_complete_directories)' -d 'What is included from below belongs to the API'
complete -c harrier -n '__harrier_in compare' -l with -r -F -d 'Functions of your own'
complete -c harrier -n '__harrier_in compare' -s p -l build -r -F -d 'Take sources and flags from a compile database'
complete -c harrier -n '__harrier_in compare' -l out -x -a '(__fish_complete_directories)' -d 'Where differences go'
complete -c harrier -n '__harrier_in compare' -l budget -x -d 'How long to search the old version'
complete -c harrier -n '__harrier_in compare' -l calls -x -d 'How many calls to make with it'
complete -c harrier -n '__harrier_in compare' -l seed -x -d 'Where random choices begin'
complete -c harrier -n '__harrier_in compare' -l jobs -x -d 'How many workers'
complete -c harrier -f -n '__harrier_in compare' -l json -d 'What was found as JSON'
complete -c harrier -f -n '__harrier_in compare' -s h -l help -d 'Print a help text'

complete -c harrier -n '__harrier_in replay' -l header -r -F -d 'A public header'
complete -c harrier -n '__harrier_in replay' -l tree -x -a '(__fish_complete_directories)' -d 'What is included from below belongs to the API'
complete -c harrier -n '__harrier_in replay' -l out -x -a '(__fish_complete_directories)' -d 'Output folder of the campaign that found the failure'
complete -c harrier -n '__harrier_in replay' -s p -l build -r -F -d 'Take sources and flags from a compile database'
complete -c harrier -n '__harrier_in replay' -l with -r -F -d 'Functions of your own'
complete -c harrier -f -n '__harrier_in replay' -l trace -d 'Also heap events and comparisons'
complete -c harrier -f -n '__harrier_in replay' -l json -d 'One JSON object for each sequence'
complete -c harrier -f -n '__harrier_in replay' -l emit-c -d 'Print the equivalent C program instead'
complete -c harrier -f -n '__harrier_in replay' -l leaks -d 'Memory that nothing points to at the end is a failure'
complete -c harrier -n '__harrier_in replay' -l repeat -x -d 'Run the sequences so many times'
complete -c harrier -n '__harrier_in replay' -l fill -x -d 'Fill fresh memory with this byte, 1 to 255'
complete -c harrier -n '__harrier_in replay' -l timeout -x -d 'CPU time of the whole sequence in milliseconds'
complete -c harrier -f -n '__harrier_in replay' -s h -l help -d 'Print a help text'

complete -c harrier -n '__harrier_in capture' -s o -l output -r -F -d 'Where to write the compile database'
complete -c harrier -f -n '__harrier_in capture' -l keep-main -d 'Keep sources that define main'
complete -c harrier -f -n '__harrier_in capture' -s h -l help -d 'Print a help text'

complete -c harrier -f -n '__harrier_in doctor' -l json -d 'The findings for programs'
complete -c harrier -f -n '__harrier_in doctor' -s h -l help -d 'Print a help text'
