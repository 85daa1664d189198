/** A bot of its own, as its author would write it: prints the content of every message that comes. */
import zulipInit from 'zulip-js'

const [realm, username, apiKey] = process.argv.slice(2)
const zulip = await zulipInit({ realm, username, apiKey })
zulip.callOnEachEvent(
  (event) => {
    if (event.type === 'message') console.log(JSON.stringify(event.message.content))
  },
  process.argv[5] ? JSON.parse(process.argv[5]) : undefined,
)
