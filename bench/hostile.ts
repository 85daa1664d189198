import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { createTransport } from 'nodemailer'
import { freePort } from '../test/harness/free-port.ts'
import { documentedInputs } from './hostile/documented-inputs.ts'
import { type HostileInput, mailInputs, ownInputs } from './hostile/hostile-input.ts'
import { say, step } from './progress.ts'
import { reportTable } from './report.ts'
import { makeFolder, type Server, startSwitchboard } from './servers.ts'

/** Nobody should notice what others send. */
const GOAL_MS = 100
const SHOWN = 25
const SMOKE_INPUTS = 3

/** How long does the most hostile input that is permitted hold up everybody else? */
export async function benchHostile(isSmoke: boolean): Promise<void> {
  const dataDir = makeFolder()
  const probeFile = join(dataDir, 'probe.json')
  const mailPort = await freePort()
  const server = await startSwitchboard(dataDir, {
    settings: { STREAM_MAIL_PORT: String(mailPort), HOSTILE_PROBE_FILE: probeFile },
    options: ['--development', '--demo'],
    preload: join(import.meta.dirname, 'hostile/probe.js'),
  })
  const figures: { name: string; response: string; ms: number; tookMs: number }[] = []
  try {
    const clients = await makeClients(server.url, mailPort)
    const measure = await createMeasure(server, probeFile)
    // Loads what is loaded at first use.
    await clients.send(ownInputs(clients.instance)[0]!)
    const own = [...ownInputs(clients.instance), ...clients.files, ...mailInputs(clients.streamAddress)]
    const inputs = isSmoke
      ? own.slice(0, SMOKE_INPUTS)
      : [...own, ...documentedInputs('chat'), ...documentedInputs('telephony')]
    for (const [index, input] of inputs.entries()) {
      if (index % 50 === 0) step(`${index} of ${inputs.length}`)
      const began = performance.now()
      await measure()
      const response = await clients.send(input)
      const ms = await measure()
      const tookMs = performance.now() - began
      if (ms > GOAL_MS) say(`${input.name}: ${response}, ${ms.toFixed(0)} ms of ${tookMs.toFixed(0)} ms`)
      figures.push({ name: input.name, response, ms, tookMs })
    }
  } finally {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  figures.sort((one, other) => other.ms - one.ms)
  const above = figures.filter(({ ms }) => ms > GOAL_MS).length
  reportTable({
    title: `Hostile input: the longest piece of CPU time of the main thread, of ${figures.length} requests (${above} above ${GOAL_MS} ms)`,
    head: ['input', 'response', 'longest piece', 'took'],
    rows: figures
      .slice(0, SHOWN)
      .map(({ name, response, ms, tookMs }) => [
        name,
        response,
        `${ms.toFixed(0)} ms`,
        `${tookMs.toFixed(0)} ms`,
      ]),
  })
}

/** Asks the probe for the longest piece since the last time. */
async function createMeasure(server: Server, file: string): Promise<() => Promise<number>> {
  let asked = 0
  return async () => {
    asked += 1
    process.kill(server.pid, 'SIGUSR2')
    for (;;) {
      await new Promise((next) => setTimeout(next, 2))
      const { count, longest } = readProbe(file)
      if (count >= asked) return longest
    }
  }
}

function readProbe(file: string): { count: number; longest: number } {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return { count: 0, longest: 0 }
  }
}

async function makeClients(url: string, mailPort: number) {
  const fetched = await fetch(`${url}/api/v1/dev_fetch_api_key`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'ada@example.com' }),
  })
  const { api_key: key } = (await fetched.json()) as { api_key: string }
  const chat = `Basic ${Buffer.from(`ada@example.com:${key}`).toString('base64')}`
  const authorization = { chat, telephony: 'Bearer dev-acme-key', mail: '' }
  const ask = async (product: 'chat' | 'telephony', path: string) => {
    const headers = { authorization: authorization[product], 'x-user-id': 'primary' }
    return (await (await fetch(`${url}${path}`, { headers })).json()) as never
  }
  const { stream_id: id } = (await ask('chat', '/api/v1/get_stream_id?stream=test')) as { stream_id: number }
  const { email } = (await ask('chat', `/api/v1/streams/${id}/email_address`)) as { email: string }
  const [instance] = (await ask('telephony', '/instances')) as { uuid: string }[]
  const extensions = (await ask('telephony', `/instances/${instance!.uuid}/bulks/extensions`)) as {
    _id: string
  }[]

  async function send({ product, method, path, type, body }: HostileInput): Promise<string> {
    if (product === 'mail') return sendMail(mailPort, path, String(body))
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: authorization[product],
        'x-user-id': 'primary',
        ...(type && { 'content-type': type }),
      },
      body: body as NonNullable<RequestInit['body']>,
    }).catch((error) => ({ status: String(error.cause ?? error), text: async () => '' }))
    await response.text()
    return String(response.status)
  }
  return {
    send,
    streamAddress: email,
    instance: instance!.uuid,
    files: fileInputs(instance!.uuid, extensions[0]!._id),
  }
}

async function sendMail(port: number, to: string, raw: string): Promise<string> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  try {
    const { response } = await transport.sendMail({ envelope: { from: 'eve@x.example', to }, raw })
    return response.slice(0, 3)
  } catch (error) {
    return String((error as { responseCode?: number }).responseCode ?? error)
  } finally {
    transport.close()
  }
}

function fileInputs(instance: string, extension: string): HostileInput[] {
  const form = (name: string, bytes: Uint8Array) => {
    const body = new FormData()
    body.set('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
    return body
  }
  return [
    {
      name: 'WAV: 3 minutes at 96 kHz',
      product: 'telephony',
      method: 'PUT',
      path: `/instances/${instance}/extensions/${extension}/greeting`,
      type: 'audio/wav',
      body: wav(96_000, 179),
    },
    {
      name: 'avatar: PNG of 49 million pixels',
      product: 'chat',
      method: 'POST',
      path: '/api/v1/users/me/avatar',
      type: '',
      body: form('a.png', png(7000)),
    },
  ]
}

/** Silence of 16 bits, mono. */
function wav(rate: number, seconds: number): Uint8Array {
  const data = rate * seconds * 2
  const file = Buffer.alloc(44 + data)
  file.write('RIFF', 0)
  file.writeUInt32LE(36 + data, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(rate, 24)
  file.writeUInt32LE(rate * 2, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(data, 40)
  return file
}

/** A black square. */
function png(side: number): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header[8] = 8
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const start = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const pixels = deflateSync(Buffer.alloc(side * (side + 1)))
  return Buffer.concat([start, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

/** Of zlib, which Node 20 does not offer. */
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}
