-- Runs the file that the global `test` names, prints its error, and ends Neovim with a status that says whether there
-- was one.
local ok, message = xpcall(dofile, debug.traceback, test)
io.stdout:write(ok and "" or message .. "\n")
vim.cmd(ok and "qall!" or "cquit")
