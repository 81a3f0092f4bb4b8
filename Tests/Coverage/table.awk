# From lines of "file, its lines, those of them that no test executes": a table. Fails where 95 % or less are executed.
{
    row($1, $2, $3)
    lines += $2
    missed += $3
}
END {
    row("all together", lines, missed)
    exit lines == 0 || missed >= 0.05 * lines
}

function row(name, lines, missed) {
    printf "  %-58s %6d lines %5d missed %7.2f %%\n", name, lines, missed, lines ? 100 * (lines - missed) / lines : 100
}
