/**
 * Opens the built products on the data of a test, carries what waits at the bridge between chat and phones, and ends
 * itself as a power cut would before or after the given transaction. Arguments: a JSON object {config, step}.
 */

import { systemClock } from '../../dist/platform/clock.js'
import { createLogger } from '../../dist/platform/logging/log.js'
import { openProducts } from '../../dist/server/start/open-products.js'
import { carryEvents } from '../../dist/workspace/bridge/carry-events.js'

const { config, step } = JSON.parse(process.argv[2])
const products = await openProducts(config, createLogger('error'), systemClock, 'command')
const { workspace } = products
const dieAt = (here) => {
  if (here === step) process.kill(process.pid, 'SIGKILL')
}

let count = 0
for (const product of [workspace, workspace.telephony]) {
  const { transact } = product
  product.transact = async (tenant, work) => {
    count += 1
    const number = count
    const result = await transact(tenant, async (tx) => {
      const value = await work(tx)
      dieAt(`before ${number}`)
      return value
    })
    dieAt(`after ${number}`)
    return result
  }
}
await carryEvents(workspace)
await products.stop()
