import { authorizationOf } from './bulk/add-people.ts'
import { type ChildServer, startBareServer, startBareStreams, startSwitchboard } from './child-server.ts'
import { makeCrowdPlace } from './crowd-place.ts'
import { step } from './progress.ts'
import { ask, RawConnection, requestText } from './raw-connection.ts'
import { reportRow } from './report.ts'
import { judge } from './targets.ts'
import { bareCrowd, ourCrowd, type Transport, type WaitingCrowd } from './waiting-crowd.ts'

const usual = { clients: 1000, rounds: 15 }
const quick = { clients: 100, rounds: 3 }
const WARM_UP_ROUNDS = 5
const SETTLE_MS = 200

const gauges: Record<Transport, RegExp> = {
  stream: /^switchboard_event_streams (\d+)/m,
  poll: /^switchboard_waiting_polls (\d+)/m,
}
const counterparts: Record<Transport, string> = {
  stream: 'a bare node:http stream',
  poll: 'polls of a bare Fastify server',
}

/** One message, 1,000 clients that wait for it: how long until the last of them has it? */
export async function benchFanOut({ isQuick }: { isQuick: boolean }): Promise<void> {
  const { clients, rounds } = isQuick ? quick : usual
  const place = await makeCrowdPlace(clients)
  const ours = await startSwitchboard(place.dataDir)
  const sample = await samplePoll(ours)
  const bare = {
    stream: await startBareStreams(`id: 1000\ndata: ${JSON.stringify(JSON.parse(sample).events[0])}\n\n`),
    poll: await startBareServer({ 'GET /wait': sample }),
  }
  for (const transport of ['stream', 'poll'] as const) {
    const our = await openRounds(ours, transport, clients, ourCrowd(ours.port, transport), SEND)
    const their = await openRounds(
      bare[transport],
      transport,
      clients,
      bareCrowd(bare[transport].port, transport),
      requestText('POST', '/wake', authorizationOf(0), MESSAGE),
    )
    step(`${rounds} messages to ${clients} clients (${transport})`)
    const times: { ours: number; bare: number }[] = []
    for (let round = 0; round < WARM_UP_ROUNDS + rounds; round += 1) {
      times.push({ bare: await their.run(), ours: await our.run() })
    }
    our.close()
    their.close()
    reportTimes(transport, clients, times.slice(WARM_UP_ROUNDS))
  }
  await Promise.all([ours.stop(), bare.stream.stop(), bare.poll.stop()])
  place.remove()
}

const MESSAGE = 'type=stream&to=all&topic=fan-out&content=Who+gets+this+first%3F'
const SEND = requestText('POST', '/api/v1/messages', authorizationOf(0), MESSAGE)

function reportTimes(
  transport: Transport,
  clients: number,
  times: readonly { ours: number; bare: number }[],
): void {
  const median = (which: 'ours' | 'bare') =>
    times.map((time) => time[which]).sort((one, other) => one - other)[Math.floor(times.length / 2)]!
  const [ours, bare] = [median('ours'), median('bare')]
  reportRow({
    question: `fan-out of a message to ${clients.toLocaleString('en')} ${transport}s, relative to ${counterparts[transport]}`,
    ours: `${ours.toFixed(1)} ms until the last has it`,
    bare: `${bare.toFixed(1)} ms`,
    ratio: bare / ours,
    ...judge(`fan-out to ${transport}s`, bare / ours),
  })
}

interface Rounds {
  /** milliseconds from the trigger until the last client has the message */
  run(): Promise<number>
  close(): void
}

async function openRounds(
  server: ChildServer,
  transport: Transport,
  clients: number,
  crowd: WaitingCrowd,
  trigger: string,
): Promise<Rounds> {
  step(`${clients} clients (${transport})`)
  await crowd.joinUpTo(clients)
  return {
    async run() {
      await untilAllWait(server, transport, clients)
      const connection = new RawConnection(server.port, fail)
      // Connecting is no part of it.
      await ask(connection, requestText('GET', '/health', authorizationOf(0)))
      let missing = clients
      const start = performance.now()
      const received = new Promise<number>((done) => {
        crowd.onReceipt = () => {
          missing -= 1
          if (missing === 0) done(performance.now() - start)
        }
      })
      const [took, { status, body }] = await Promise.all([received, ask(connection, trigger)])
      if (status !== 200) throw new Error(`not sent: ${body.toString()}`)
      connection.close()
      return took
    },
    close: () => crowd.close(),
  }
}

/** As the server counts them; then a moment of quiet. */
async function untilAllWait({ url }: ChildServer, transport: Transport, clients: number): Promise<void> {
  for (;;) {
    const metrics = await (await fetch(`${url}/metrics`)).text()
    await new Promise((next) => setTimeout(next, SETTLE_MS))
    if (Number(gauges[transport].exec(metrics)?.[1]) === clients) return
  }
}

/** What a poll is answered with, for the bare servers to write the same. */
async function samplePoll({ port }: ChildServer): Promise<string> {
  const [reader, sender] = [new RawConnection(port, fail), new RawConnection(port, fail)]
  const authorization = authorizationOf(0)
  const form = 'event_types=["message"]&fetch_event_types=[]'
  const { body } = await ask(reader, requestText('POST', '/api/v1/register', authorization, form))
  const { queue_id } = JSON.parse(body.toString()) as { queue_id: string }
  await ask(sender, SEND)
  const path = `/api/v1/events?queue_id=${queue_id}&last_event_id=-1`
  const polled = await ask(reader, requestText('GET', path, authorization))
  reader.close()
  sender.close()
  return polled.body.toString()
}

function fail(error: Error): never {
  throw error
}
