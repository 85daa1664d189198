/**
 * Opens the built products on the data of a test, deletes old messages, and ends itself as a power cut would in the given
 * batch, before its commit. Without a batch it deletes all of them. Arguments: a JSON object {config, batch}.
 */

import { deleteExpiredMessages } from '../../dist/chat/history/delete-expired-messages.js'
import { systemClock } from '../../dist/platform/clock.js'
import { createLogger } from '../../dist/platform/logging/log.js'
import { openProducts } from '../../dist/server/start/open-products.js'

const { config, batch } = JSON.parse(process.argv[2])
const products = await openProducts(config, createLogger('error'), systemClock, 'command')
const { chat } = products
const { transact } = chat
let batches = 0
chat.transact = (tenant, work) =>
  transact(tenant, async (transaction) => {
    const value = await work(transaction)
    batches += 1
    if (batches === batch) process.kill(process.pid, 'SIGKILL')
    return value
  })
await deleteExpiredMessages(chat, new AbortController().signal)
await products.stop()
