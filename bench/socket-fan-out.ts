import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { io, type Socket } from 'socket.io-client'
import { project } from './built.ts'
import { freePort, startSwitchboard } from './child-server.ts'
import { reportRow } from './report.ts'
import { makeTelephonyPlace } from './telephony-place.ts'

const SOCKETS = 1000
const ROUNDS = 15

/** One status change, sent to 1,000 sockets: how long until the last one has it? */
export async function benchSocketFanOut(): Promise<void> {
  const place = await makeTelephonyPlace()
  const ours = await startSwitchboard(place.dataDir, { TELEPHONY_RATE_LIMIT_PER_MINUTE: '0' })
  const ourSockets = await connectAll(ours.url, '/ws/', async (socket) => {
    socket.emit('authenticate', { token: 'dev-acme-key' })
    await once(socket as never, 'authenticated')
  })
  const headers = { ...place.headers, 'content-type': 'application/json' }
  let busy = false
  const ourRound = () => {
    busy = !busy
    const body = JSON.stringify({ main_status: { status: busy ? 'away' : 'available' } })
    return timed(ourSockets, () =>
      fetch(`${ours.url}/status/v2/current-user`, { method: 'PATCH', headers, body }),
    )
  }
  const bare = await startBareSockets()
  const bareSockets = await connectAll(bare.url, '/ws/', async () => {})
  const payload = await samplePayload(ourSockets[0]!, ourRound)
  const bareRound = () =>
    timed(bareSockets, () => fetch(`${bare.url}/emit`, { method: 'POST', body: JSON.stringify(payload) }))
  const times: { ours: number; bare: number }[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    times.push({ bare: await bareRound(), ours: await ourRound() })
  const median = (which: 'ours' | 'bare') =>
    times.map((time) => time[which]).sort((one, other) => one - other)[Math.floor(ROUNDS / 2)]!
  for (const socket of [...ourSockets, ...bareSockets]) socket.disconnect()
  reportRow({
    question: `event to ${SOCKETS.toLocaleString('en')} sockets, until the last has it`,
    ours: `${median('ours').toFixed(1)} ms`,
    bare: `${median('bare').toFixed(1)} ms (bare socket.io)`,
    ratio: median('bare') / median('ours'),
    target: '>= 0.7',
    met: median('bare') / median('ours') >= 0.7,
  })
  bare.stop()
  await ours.stop()
  place.remove()
}

async function connectAll(
  url: string,
  path: string,
  ready: (socket: Socket) => Promise<void>,
): Promise<Socket[]> {
  const sockets: Socket[] = []
  for (let index = 0; index < SOCKETS; index += 1) {
    const socket = io(url, { path, transports: ['websocket'], forceNew: true })
    await once(socket as never, 'connect')
    await ready(socket)
    sockets.push(socket)
  }
  return sockets
}

const EVENT = 'user_status_updated'

async function timed(sockets: readonly Socket[], cause: () => Promise<unknown>): Promise<number> {
  const heard = Promise.all(sockets.map((socket) => new Promise((done) => socket.once(EVENT, done))))
  const began = performance.now()
  await Promise.all([cause(), heard])
  return performance.now() - began
}

async function samplePayload(socket: Socket, round: () => Promise<unknown>): Promise<unknown> {
  const [payload] = (await Promise.all([once(socket as never, EVENT), round()]))[0]
  return payload
}

async function startBareSockets(): Promise<{ url: string; stop(): void }> {
  const port = await freePort()
  const child = spawn(process.execPath, [join(project, 'dist-bench/bench/bare-socket-server.js')], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  process.once('exit', () => child.kill('SIGKILL'))
  await once(child.stdout!, 'data')
  return { url: `http://127.0.0.1:${port}`, stop: () => void child.kill('SIGTERM') }
}
