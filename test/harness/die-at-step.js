/**
 * Opens the built products on the data of a test, begins one change of an extension, and ends itself as a
 * power cut would at the given step. Arguments: a JSON object {config, step, change}.
 */

import { systemClock } from '../../dist/platform/clock.js'
import { createLogger } from '../../dist/platform/logging/log.js'
import { createServer } from '../../dist/server/http/create-server.js'
import { openProducts } from '../../dist/server/start/open-products.js'

const { config, step, change } = JSON.parse(process.argv[2])
const log = createLogger('silent')
const products = await openProducts(config, log, systemClock, 'command')
const app = createServer(products, log)
await app.ready()

const { telephony } = products
const { transact } = telephony
const dieAt = (here) => {
  if (here === step) process.kill(process.pid, 'SIGKILL')
}

for (const method of ['put', 'remove']) {
  const original = telephony.pbx[method].bind(telephony.pbx)
  telephony.pbx[method] = async (...args) => {
    await original(...args)
    dieAt('after the PBX')
  }
}
// The first transaction stores the entry of the outbox, the second makes the change.
const names = ['entry', 'commit']
telephony.transact = async (tenant, work) => {
  const name = names.shift()
  const result = await transact(tenant, async (tx) => {
    const value = await work(tx)
    dieAt(`before the ${name}`)
    return value
  })
  dieAt(`after the ${name}`)
  return result
}

const { method, url, body } = change
await app.inject({
  method,
  url,
  headers: {
    authorization: 'Bearer dev-acme-key',
    'x-user-id': 'primary',
    ...(body && { 'content-type': 'application/json' }),
  },
  ...(body && { payload: JSON.stringify(body) }),
})
console.log('It lived on.')
process.exit(1)
