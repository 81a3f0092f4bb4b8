function love.conf(t)
  t.version = "11.4"
  t.window.title = "Inventory"
  t.window.width, t.window.height = 480, 720
  t.window.resizable = true
  for _, name in ipairs{ "audio", "joystick", "physics", "sound", "thread", "video" } do t.modules[name] = false end
end
