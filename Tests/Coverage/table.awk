# From llvm-cov's report, the lines of a file that there are and that no test executes. Fails at 95 % or less.
/\.(swift|c|h) / { row($1) }
/^TOTAL/ { row("all together"); covered = 100 * ($5 - $6) / $5 }
END { exit !(covered > 95) }

function row(name) {
    printf "  %-58s %6d lines %5d missed %7.2f %%\n", name, $5, $6, $5 ? 100 * ($5 - $6) / $5 : 100
}
