-- The name that a heading is linked by: lower case, without punctuation, and hyphens for spaces.
return function(heading)
  return (heading:lower():gsub("[^%w%- _]", ""):gsub(" ", "-"))
end
