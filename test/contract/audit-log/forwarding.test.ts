import { createSocket, type Socket as Datagrams } from 'node:dgram'
import { createServer, type Server } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sendSyslog } from '../../../src/platform/audit/send-syslog.ts'
import { verifyWebhook } from '../../../src/platform/secrets/webhook-signature.ts'
import { type BotService, startBotService } from '../../harness/bot-service.ts'
import { engines } from '../../harness/engines.ts'
import { freePort } from '../../harness/free-port.ts'
import { smscCertificate } from '../../harness/smsc-certificate.ts'
import { startWorkspaceWorld, type WorkspaceWorld } from '../../harness/workspace-world.ts'

const HOST = 'chat.example.com'
const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`
const soon = { timeout: 60_000, interval: 50 }

interface Line {
  header: string
  entry: { product: string; action: string; id: number; organization: string; after: unknown }
}

/** The parts of a message of RFC 5424. */
function parse(line: string): Line {
  const [, header, text] = /^(<\d+>1 \S+ \S+ \S+ \S+ \S+ -) (.*)$/s.exec(line)!
  return { header: header!, entry: JSON.parse(text!) }
}

/** A receiver of syslog over TCP, which counts octets as RFC 6587 says. */
async function listen(port: number): Promise<{ lines: Line[]; server: Server }> {
  const lines: Line[] = []
  const server = createServer((socket) => {
    const chunks: Buffer[] = []
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('end', () => {
      const text = Buffer.concat(chunks)
      const space = text.indexOf(' ')
      const body = text.subarray(space + 1)
      if (body.length === Number(text.subarray(0, space))) lines.push(parse(body.toString()))
    })
  })
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return { lines, server }
}

describe.each(engines)('Audit entries that are forwarded, on %s', (engine) => {
  let world: WorkspaceWorld
  let webhook: BotService
  let port: number
  const closing: (() => void)[] = []
  beforeEach(async () => {
    webhook = await startBotService()
    port = await freePort()
    world = await startWorkspaceWorld(engine, {
      AUDIT_SYSLOG_URL: `tcp://127.0.0.1:${port}`,
      AUDIT_WEBHOOK_URL: webhook.url,
      AUDIT_WEBHOOK_SECRET: SECRET,
    })
  })
  afterEach(async () => {
    for (const close of closing.splice(0)) close()
    await world.stop()
    await webhook.stop()
  })

  it('wait while the receiver is away, and arrive in their order, those of both products', async () => {
    const ada = world.chatAs(world.people.ada).with({ host: HOST })
    for (const name of ['One', 'Two', 'Three']) await ada.patch('/realm', { name })
    await world.owner.patch('/company', { website: 'https://acme.example.com' })
    const { lines, server } = await listen(port)
    closing.push(() => server.close())
    const named = () =>
      lines.flatMap(({ entry }) => (entry.action === 'organization.changed' ? [entry.after] : []))
    await expect
      .poll(() => {
        world.clock.advance(61)
        return named()
      }, soon)
      .toEqual([{ name: 'One' }, { name: 'Two' }, { name: 'Three' }])
    await expect
      .poll(() => {
        world.clock.advance(61)
        return lines.some(({ entry }) => entry.product === 'phones' && entry.action === 'company.updated')
      }, soon)
      .toBe(true)
    const { header, entry } = lines.find((one) => one.entry.action === 'organization.changed')!
    expect(header).toMatch(
      /^<109>1 \d{4}-\d\d-\d\dT[\d:.]+Z chat\.example\.com switchboard - organization\.changed -$/,
    )
    expect(entry).toMatchObject({ product: 'chat', organization: HOST })
    const ids = lines.filter((one) => one.entry.product === 'chat').map((one) => one.entry.id)
    expect(ids).toEqual([...new Set(ids)].sort((one, other) => one - other))
  })

  it('go to a webhook with a signature; what it refuses is sent again as the same', async () => {
    webhook.answerWith(503)
    await world.chatAs(world.people.ada).with({ host: HOST }).patch('/realm', { name: 'One' })
    await expect.poll(() => webhook.calls.length, soon).toBeGreaterThan(0)
    webhook.answerWith(200)
    const find = () => webhook.calls.find(({ body }) => JSON.parse(body).action === 'organization.changed')
    await expect
      .poll(() => {
        world.clock.advance(61)
        return find() !== undefined
      }, soon)
      .toBe(true)
    const call = webhook.calls.at(-1)!
    const sentAt = Number(call.headers['webhook-timestamp']) * 1000
    expect(verifyWebhook(call, SECRET, sentAt)).toBe(`audit_chat_1_${JSON.parse(call.body).id}`)
    expect(() => verifyWebhook({ ...call, body: `${call.body} ` }, SECRET, sentAt)).toThrow()
  })
})

describe('The syslog client', () => {
  it('sends datagrams', async () => {
    const receiver: Datagrams = createSocket('udp4')
    await new Promise<void>((bound) => receiver.bind(0, '127.0.0.1', bound))
    const received = new Promise<string>((resolve) =>
      receiver.once('message', (data) => resolve(String(data))),
    )
    await sendSyslog(`udp://127.0.0.1:${receiver.address().port}`, '<109>1 hello')
    expect(await received).toBe('<109>1 hello')
    receiver.close()
  })

  it('refuses a TLS server whose certificate nobody has signed', async () => {
    const server = createTlsServer(smscCertificate, (socket) => socket.resume())
    server.on('tlsClientError', () => undefined)
    const port = await freePort()
    await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
    await expect(sendSyslog(`tls://127.0.0.1:${port}`, '<109>1 secret')).rejects.toThrow(/self-signed/)
    server.close()
  })
})
