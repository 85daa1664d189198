/**
 * Opens the built products on the data of a test as a server, sends a fax, and ends itself as a power cut
 * would when the fax has reached the given step. Arguments: a JSON object {config, step, to, pdf}.
 */

import { systemClock } from '../../dist/platform/clock.js'
import { createLogger } from '../../dist/platform/logging/log.js'
import { createServer } from '../../dist/server/http/create-server.js'
import { openProducts } from '../../dist/server/start/open-products.js'

const { config, step, to, pdf } = JSON.parse(process.argv[2])
const log = createLogger('silent')
const products = await openProducts(config, log, systemClock)
const app = createServer(products, log)
await app.ready()

const { telephony } = products
const { mailer, transact } = telephony
const dieAt = (here) => {
  if (here === step) process.kill(process.pid, 'SIGKILL')
}

telephony.transact = async (tenant, work) => {
  const result = await transact(tenant, work)
  const faxes = await telephony.database.read.selectFrom('fax_messages').select('status').execute()
  for (const { status } of faxes) dieAt(status)
  return result
}
const sendMail = mailer.send.bind(mailer)
mailer.send = async (mail) => {
  dieAt('mailing')
  await sendMail(mail)
  dieAt('mailed')
}

const form = new FormData()
form.set('to', to)
form.set('upfile', new Blob([Buffer.from(pdf, 'base64')]), 'letter.pdf')
const request = new Response(form)
await app.inject({
  method: 'POST',
  url: '/fax/messages',
  headers: {
    authorization: 'Bearer dev-globex-key',
    'x-user-id': 'primary',
    'content-type': request.headers.get('content-type'),
  },
  payload: Buffer.from(await request.arrayBuffer()),
})
await new Promise((next) => setTimeout(next, 30_000))
console.log('It lived on.')
process.exit(1)
