
-- Appended to a game: a key is pressed when it has drawn for a while, and it ends when it has drawn once more.
local draw, frames = love.draw, 0
function love.draw()
  draw()
  frames = frames + 1
  if frames == 5 then love.event.push("keypressed", "space", "space", false) end
  if frames == 10 then love.event.quit() end
end
