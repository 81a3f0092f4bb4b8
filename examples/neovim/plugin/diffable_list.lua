vim.api.nvim_create_user_command("DiffableProcesses", function() require("diffable_list.processes").open() end, {
  desc = "Show the processes of this machine in a buffer that follows them",
})
