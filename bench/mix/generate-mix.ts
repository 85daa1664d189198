import { authorizationOf } from '../bulk/add-people.ts'
import { Latencies } from '../latencies.ts'
import { lastEventId } from '../peers/our-crowd.ts'
import { ask, RawConnection, requestText } from '../raw-connection.ts'
import { createRandom } from '../search-corpus.ts'
import { StreamConnection } from '../stream-connection.ts'
import type { Transport } from '../waiting-crowd.ts'
import { type ActionKind, notePage, type Person, pickAction, writeAction, writeMark } from './mix-actions.ts'
import type { MixOrder, MixResult } from './mix-job.ts'

/** The load generator of the mix: one process, raw sockets, nothing read that need not be. */
const TICK_MS = 2
const ACTION_CONNECTIONS = 800
const JOINING_AT_ONCE = 64
const PRESENCE_SECONDS = 55
const TAG = 'tag'
const DIGITS = 9

let port = 0
let secondsBetweenActions = 20
let transport: Transport = 'stream'
const random = createRandom(5)
const people: Person[] = []
const sentAt: (number | undefined)[] = []
/** Connections for whatever does not wait for events, as a proxy in front of the server would share them. */
const idle: RawConnection[] = []
const waiting: (() => void)[] = []
let opened = 0
let isMeasuring = false
let all = new Latencies()
let kinds = new Map<ActionKind | 'delivery', Latencies>()
let [errors, lost] = [0, 0]

process.on('message', (order: MixOrder) => {
  if (order.order === 'start') {
    port = order.port
    secondsBetweenActions = order.secondsBetweenActions
    transport = order.transport
    runClock()
  } else void runStep(order).then((result) => process.send!(result), fail)
})
process.once('disconnect', () => process.exit(0))

function fail(error: unknown): void {
  console.error(error)
  process.exit(1)
}

async function runStep(order: Extract<MixOrder, { order: 'step' }>): Promise<MixResult> {
  const began = performance.now()
  await joinUpTo(order.people)
  const ramp = (performance.now() - began) / 1000
  await pause(order.settleSeconds)
  all = new Latencies()
  kinds = new Map()
  errors = 0
  lost = 0
  isMeasuring = true
  process.send!({ measuring: true })
  const used = process.cpuUsage()
  const start = performance.now()
  await pause(order.seconds)
  isMeasuring = false
  const seconds = (performance.now() - start) / 1000
  const { user, system } = process.cpuUsage(used)
  return {
    people: people.length,
    ramp,
    seconds,
    all: all.summary(),
    kinds: Object.fromEntries([...kinds].map(([kind, latencies]) => [kind, latencies.summary()])),
    deliveries: (kinds.get('delivery')?.count ?? 0) / seconds,
    errors,
    lost,
    generatorShare: (user + system) / 1e6 / seconds,
  }
}

const pause = (seconds: number) => new Promise((next) => setTimeout(next, seconds * 1000))

function note(kind: ActionKind | 'delivery', ms: number): void {
  if (!isMeasuring) return
  all.add(ms)
  let own = kinds.get(kind)
  if (!own) {
    own = new Latencies()
    kinds.set(kind, own)
  }
  own.add(ms)
}

async function joinUpTo(count: number): Promise<void> {
  let next = people.length
  const worker = async () => {
    while (next < count) {
      const index = next
      next += 1
      await join(index)
    }
  }
  await Promise.all(Array.from({ length: JOINING_AT_ONCE }, worker))
  // What was due when there were few of them is far away.
  nextAction = performance.now()
  nextPresence = performance.now()
}

async function join(index: number): Promise<void> {
  const authorization = authorizationOf(index)
  const connection = new RawConnection(port, countLost)
  const { status, body } = await ask(
    connection,
    requestText('POST', '/api/v1/register', authorization, 'apply_markdown=true&fetch_event_types=[]'),
  )
  if (status !== 200) throw new Error(`not registered: ${body.toString().slice(0, 300)}`)
  const queue = JSON.parse(body.toString()) as Queue
  if (transport === 'stream') {
    connection.close()
    await openStream(authorization, queue)
  } else poll(connection, authorization, queue)
  people.push({ index, authorization, stream: undefined, oldest: 0, newest: 0, lastSent: 0, lastTag: 0 })
}

interface Queue {
  queue_id: string
  last_event_id: number
}

function openStream(authorization: string, { queue_id, last_event_id }: Queue): Promise<void> {
  const path = `/api/v1/events/stream?queue_id=${queue_id}&last_event_id=${last_event_id}`
  const listener = { received: receive, lost: countLost }
  return new StreamConnection(port, requestText('GET', path, authorization), listener).opened
}

function poll(connection: RawConnection, authorization: string, { queue_id, last_event_id }: Queue): void {
  const head = `GET /api/v1/events?queue_id=${queue_id}&last_event_id=`
  const tail = requestText('GET', '', authorization).slice('GET '.length)
  const ask = (last: number) => {
    connection.request(`${head}${last}${tail}`, (status, bytes) => {
      if (status !== 200) {
        errors += 1
        return
      }
      const text = bytes.toString('latin1')
      receive(text)
      later(() => ask(lastEventId(text) ?? last))
    })
  }
  ask(last_event_id)
}

/**
 * What has come is noted before anybody asks for more: thousands may get something at once, whose clients would not wait
 * for each other, as these do in one process.
 */
const next: (() => void)[] = []

function later(call: () => void): void {
  if (next.length === 0) setImmediate(() => next.splice(0).forEach((each) => void each()))
  next.push(call)
}

function countLost(error: Error): void {
  lost += 1
  if (lost === 1) console.error(error)
}

function receive(text: string): void {
  for (let at = text.indexOf(TAG); at >= 0; at = text.indexOf(TAG, at + TAG.length)) {
    const sent = sentAt[Number(text.slice(at + TAG.length, at + TAG.length + DIGITS))]
    if (sent !== undefined) note('delivery', performance.now() - sent)
  }
}

let [nextAction, nextPresence] = [0, 0]

/** Actions and presences come at random moments, however slow the answers are. */
function runClock(): void {
  const between = (seconds: number) => (-Math.log(1 - random()) * seconds * 1000) / Math.max(1, people.length)
  setInterval(() => {
    const now = performance.now()
    if (people.length === 0) {
      nextAction = now
      nextPresence = now
      return
    }
    for (; nextAction <= now; nextAction += between(secondsBetweenActions))
      act(pickAction(random()), nextAction)
    for (; nextPresence <= now; nextPresence += between(PRESENCE_SECONDS)) act('presence', nextPresence)
  }, TICK_MS)
}

let presenceTurn = 0

function act(kind: ActionKind, due: number): void {
  // Presences go round, so that nobody is silent for longer than the server believes.
  const index = kind === 'presence' ? presenceTurn++ % people.length : Math.floor(random() * people.length)
  const person = people[index]!
  const number = sentAt.length
  const tag = `${TAG}${String(number).padStart(DIGITS, '0')}`
  const text = writeAction(kind, person, random, tag)
  // Who has said nothing cannot edit it, and who has seen nothing cannot scroll: they look around instead.
  if (text === undefined) {
    act('switch', due)
    return
  }
  if (kind === 'post') sentAt.push(due)
  // The event about the change contains the old text, too; it does not count as a delivery.
  if (kind === 'edit') sentAt[person.lastTag] = undefined
  perform(kind, text, due, (page) => {
    if (kind === 'post') {
      person.lastSent = Number.parseInt(page.slice(page.indexOf('"id":') + 5), 10)
      person.lastTag = number
    }
    if (kind === 'switch' || kind === 'scroll') notePage(person, page)
    const mark = kind === 'switch' && writeMark(person, page)
    if (mark) perform('mark read', mark, performance.now(), () => {})
  })
}

function perform(kind: ActionKind, text: string, due: number, done: (page: string) => void): void {
  const connection = nextIdle() ?? openMore()
  if (!connection) {
    waiting.push(() => perform(kind, text, due, done))
    return
  }
  connection.request(text, (status, body) => {
    idle.push(connection)
    if (status === 0) return
    note(kind, performance.now() - due)
    const page = body.toString('latin1')
    if (status === 200) done(page)
    else if (!page.includes('Reaction already exists')) {
      errors += 1
      if (errors <= 3) console.error(`${kind}: ${status} ${page.slice(0, 300)}`)
    }
    waiting.shift()?.()
  })
}

function nextIdle(): RawConnection | undefined {
  for (let connection = idle.pop(); connection; connection = idle.pop()) {
    if (!connection.isClosed) return connection
    opened -= 1
  }
  return undefined
}

function openMore(): RawConnection | undefined {
  if (opened >= ACTION_CONNECTIONS) return undefined
  opened += 1
  return new RawConnection(port, countLost)
}
