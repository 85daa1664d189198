-- Sends the requests of a file (each with its length before it) in turn, and reports as one line of JSON.
-- The second argument is the average pause of a connection before a request, in milliseconds.
local requests, turn = {}, 0

function init(args)
  local file = assert(io.open(args[1], 'rb'))
  while true do
    local length = file:read('*l')
    if not length then break end
    requests[#requests + 1] = file:read(tonumber(length))
  end
  file:close()
  local pause = tonumber(args[2])
  if pause then
    math.randomseed(17)
    function delay()
      return math.floor(-math.log(1 - math.random()) * pause + 0.5)
    end
  end
end

function request()
  turn = turn % #requests + 1
  return requests[turn]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    'RESULT {"perSecond":%f,"p50":%f,"p99":%f,"longest":%f,"errors":%d}\n',
    summary.requests / (summary.duration / 1e6),
    latency:percentile(50) / 1000,
    latency:percentile(99) / 1000,
    latency.max / 1000,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout
  ))
end
