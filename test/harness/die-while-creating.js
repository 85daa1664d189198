/**
 * Opens the built products on the data of a test, creates extensions all at once, and ends itself as a power cut would
 * when the PBX has got some of them. Arguments: a JSON object {config, url, numbers, survivors}.
 */

import { systemClock } from '../../dist/platform/clock.js'
import { createLogger } from '../../dist/platform/logging/log.js'
import { createServer } from '../../dist/server/http/create-server.js'
import { openProducts } from '../../dist/server/start/open-products.js'

const { config, url, numbers, survivors } = JSON.parse(process.argv[2])
const log = createLogger('silent')
const products = await openProducts(config, log, systemClock, 'command')
const app = createServer(products, log)
await app.ready()

const { pbx } = products.telephony
const put = pbx.put.bind(pbx)
let told = 0
pbx.put = async (account) => {
  await put(account)
  told += 1
  if (told === survivors) process.kill(process.pid, 'SIGKILL')
}

await Promise.all(
  numbers.map((id) =>
    app.inject({
      method: 'POST',
      url,
      headers: {
        authorization: 'Bearer dev-acme-key',
        'x-user-id': 'primary',
        'content-type': 'application/json',
      },
      payload: JSON.stringify({ data: { id, name: `Crowd ${id}` } }),
    }),
  ),
)
console.log('It lived on.')
process.exit(1)
