import { once } from 'node:events'
import { io, type Socket } from 'socket.io-client'
import { HttpConnection, requestText } from './connection.ts'
import { costOf, totalOf } from './cpu-time.ts'
import { areWaiting, bareCrowd, type Crowd, openQueue, ourCrowd, type Transport } from './crowd.ts'
import { authorizationOf } from './fill-chat.ts'
import { makeCrowd, makeTelephonyPlace } from './places.ts'
import { step } from './progress.ts'
import { reportRow } from './report.ts'
import { pause, type Server, startBareServer, startSwitchboard } from './servers.ts'
import { type Goal, judge } from './targets.ts'

const usual = { clients: 1000, rounds: 15, warmUp: 5 }
const smoke = { clients: 30, rounds: 2, warmUp: 1 }
type Sizes = typeof usual
const SETTLE_MS = 200
const EVENT = 'user_status_updated'

/** One message, 1,000 clients that wait for it: how long until the last of them has it? */
export async function benchFanOut(isSmoke: boolean): Promise<void> {
  const sizes = isSmoke ? smoke : usual
  const place = await makeCrowd(sizes.clients)
  const ours = await startSwitchboard(place.dataDir)
  const poll = await samplePoll(ours)
  const event = `id: 1000\ndata: ${JSON.stringify(JSON.parse(poll).events[0])}\n\n`
  const bare = await startBareServer({ 'GET /wake': JSON.stringify({ poll, event }) })
  for (const transport of ['stream', 'poll'] as const) {
    step(`${sizes.clients} clients (${transport})`)
    const crowds = { ours: ourCrowd(ours.port, transport), bare: bareCrowd(bare.port, transport) }
    for (const crowd of Object.values(crowds)) await crowd.joinUpTo(sizes.clients)
    await compareRounds(`fan-out to ${transport}s`, `a message to ${transport}s`, sizes, {
      ours: rounds(ours, transport, crowds.ours, sizes.clients, SEND),
      bare: rounds(bare, transport, crowds.bare, sizes.clients, WAKE),
    })
    for (const crowd of Object.values(crowds)) crowd.close()
  }
  await Promise.all([ours.stop(), bare.stop()])
  place.remove()
}

const MESSAGE = 'type=stream&to=all&topic=fan-out&content=Who+gets+this+first%3F'
const headers = { authorization: authorizationOf(0) }
const SEND = requestText({ method: 'POST', path: '/api/v1/messages', headers, body: MESSAGE })
const WAKE = requestText({ method: 'POST', path: '/wake', headers, body: MESSAGE })

interface Rounds {
  server: Server
  /** milliseconds from the trigger until the last client has it */
  run(): Promise<number>
}

async function compareRounds(
  goal: Goal,
  what: string,
  { clients, rounds, warmUp }: Sizes,
  { ours, bare }: { ours: Rounds; bare: Rounds },
): Promise<void> {
  const times: { ours: number; bare: number }[] = []
  let before = { ours: ours.server.cpu(), bare: bare.server.cpu() }
  for (let round = 0; round < warmUp + rounds; round += 1) {
    if (round === warmUp) before = { ours: ours.server.cpu(), bare: bare.server.cpu() }
    times.push({ bare: await bare.run(), ours: await ours.run() })
  }
  const deliveries = rounds * clients
  const measured = times.slice(warmUp)
  const median = (which: 'ours' | 'bare') =>
    measured.map((time) => time[which]).sort((one, other) => one - other)[Math.floor(rounds / 2)]!
  const ratio = median('bare') / median('ours')
  reportRow({
    question: `fan-out of ${what}, ${clients.toLocaleString('en')} clients (CPU time of a delivery, with its share of the send)`,
    ours: `${median('ours').toFixed(1)} ms until the last has it`,
    bare: `${median('bare').toFixed(1)} ms`,
    figure: ratio,
    cost: costOf(before.ours, ours.server.cpu(), deliveries),
    bareCost: totalOf(costOf(before.bare, bare.server.cpu(), deliveries)),
    ...judge(goal, ratio),
  })
}

function rounds(
  server: Server,
  transport: Transport,
  crowd: Crowd,
  clients: number,
  trigger: string,
): Rounds {
  return {
    server,
    async run() {
      while (!(await areWaiting(server, transport, clients))) await pause(SETTLE_MS)
      await pause(SETTLE_MS)
      const connection = new HttpConnection(server.port)
      // Connecting is not measured.
      await connection.ask(requestText({ path: '/health', headers }))
      const start = performance.now()
      const received = crowd.untilReceived(clients).then(() => performance.now() - start)
      const [took, { status, body }] = await Promise.all([received, connection.ask(trigger)])
      if (status !== 200) throw new Error(`Not sent: ${body}`)
      connection.close()
      return took
    },
  }
}

/** The response to a poll, for the bare server to send the same. */
async function samplePoll({ port }: Server): Promise<string> {
  const queue = await openQueue(port, 'poll', authorizationOf(0))
  const connection = new HttpConnection(port)
  await connection.ask(SEND)
  const { body } = await connection.ask(requestText({ path: queue.path(queue.last), headers }))
  connection.close()
  return body
}

/** One change of a status, 1,000 sockets: how long until the last one has the event? */
export async function benchSockets(isSmoke: boolean): Promise<void> {
  const sizes = isSmoke ? smoke : usual
  const place = await makeTelephonyPlace(async () => {})
  const ours = await startSwitchboard(place.dataDir)
  step(`${sizes.clients} sockets`)
  const ourSockets = await connectSockets(ours.url, sizes.clients, async (socket) => {
    socket.emit('authenticate', { token: 'dev-acme-key' })
    await once(socket as never, 'authenticated')
  })
  const json = { ...place.headers, 'content-type': 'application/json' }
  let isAway = false
  const change = () => {
    isAway = !isAway
    const body = JSON.stringify({ main_status: { status: isAway ? 'away' : 'available' } })
    return fetch(`${ours.url}/status/v2/current-user`, { method: 'PATCH', headers: json, body })
  }
  const [payload] = (await Promise.all([once(ourSockets[0] as never, EVENT), change()]))[0]
  const bare = await startBareServer()
  const bareSockets = await connectSockets(bare.url, sizes.clients, async () => {})
  const emit = () =>
    fetch(`${bare.url}/emit`, { method: 'POST', headers: json, body: JSON.stringify(payload) })
  await compareRounds('fan-out to sockets', 'a status to sockets', sizes, {
    ours: { server: ours, run: () => untilAllHave(ourSockets, change) },
    bare: { server: bare, run: () => untilAllHave(bareSockets, emit) },
  })
  for (const socket of [...ourSockets, ...bareSockets]) socket.disconnect()
  await bare.stop()
  await ours.stop()
  place.remove()
}

async function connectSockets(
  url: string,
  count: number,
  ready: (socket: Socket) => Promise<void>,
): Promise<Socket[]> {
  const sockets: Socket[] = []
  while (sockets.length < count) {
    const socket = io(url, { path: '/ws/', transports: ['websocket'], forceNew: true })
    await once(socket as never, 'connect')
    await ready(socket)
    sockets.push(socket)
  }
  return sockets
}

async function untilAllHave(sockets: readonly Socket[], cause: () => Promise<unknown>): Promise<number> {
  const received = Promise.all(sockets.map((socket) => new Promise((done) => socket.once(EVENT, done))))
  const began = performance.now()
  await Promise.all([cause(), received])
  return performance.now() - began
}
