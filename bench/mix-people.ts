import { HttpConnection, LOST, requestText } from './connection.ts'
import { follow, openQueue, type Transport } from './crowd.ts'
import { authorizationOf } from './fill-chat.ts'
import { Latencies, type LatencySummary } from './latencies.ts'
import { type ActionKind, notePage, type Person, pickAction, writeAction, writeMark } from './mix-actions.ts'
import { createRandom } from './random.ts'
import { pause } from './servers.ts'

const TICK_MS = 2
const ACTION_CONNECTIONS = 800
const JOINING_AT_ONCE = 64
const PRESENCE_SECONDS = 55
const TAG = 'tag'
const DIGITS = 9

export interface MixResult {
  seconds: number
  /** all requests but those for events, and from each post to each receipt */
  all: LatencySummary
  kinds: Record<string, LatencySummary>
  /** requests, and receipts of posts, a second */
  requests: number
  deliveries: number
  /** responses other than success, except for reactions that are there already */
  errors: number
  /** lost connections */
  lost: number
  /** how much of a core this process has used */
  generator: number
}

/** The people of the mix. Each acts every `secondsBetweenActions` on average, however slow the server is. */
export class MixPeople {
  readonly #port: number
  readonly #transport: Transport
  readonly #secondsBetweenActions: number
  readonly #random = createRandom(5)
  readonly #people: Person[] = []
  readonly #following: { close(): void }[] = []
  /** when the text with this number was due */
  readonly #sentAt: (number | undefined)[] = []
  /** Connections for everything but events, shared as by a proxy in front of the server. */
  readonly #idle: HttpConnection[] = []
  readonly #waiting: (() => void)[] = []
  readonly #clock: NodeJS.Timeout
  #opened = 0
  #isMeasuring = false
  #all = new Latencies()
  #kinds = new Map<ActionKind | 'delivery', Latencies>()
  #errors = 0
  #lost = 0
  #nextAction = 0
  #nextPresence = 0
  #presenceTurn = 0

  constructor(port: number, transport: Transport, secondsBetweenActions: number) {
    this.#port = port
    this.#transport = transport
    this.#secondsBetweenActions = secondsBetweenActions
    this.#clock = setInterval(() => this.#tick(), TICK_MS)
  }

  /** Returns false if the server takes too long. */
  async joinUpTo(count: number, timeoutMs: number): Promise<boolean> {
    const latest = performance.now() + timeoutMs
    let next = this.#people.length
    const worker = async () => {
      while (next < count && performance.now() < latest) await this.#join(next++)
    }
    await Promise.all(Array.from({ length: JOINING_AT_ONCE }, worker))
    // The next action of few people is far away.
    this.#nextAction = performance.now()
    this.#nextPresence = performance.now()
    return this.#people.length === count
  }

  async measure(seconds: number): Promise<MixResult> {
    this.#all = new Latencies()
    this.#kinds = new Map()
    this.#errors = 0
    this.#lost = 0
    this.#isMeasuring = true
    const used = process.cpuUsage()
    const start = performance.now()
    await pause(seconds * 1000)
    this.#isMeasuring = false
    const took = (performance.now() - start) / 1000
    const { user, system } = process.cpuUsage(used)
    const received = this.#kinds.get('delivery')?.count ?? 0
    return {
      seconds: took,
      all: this.#all.summary(),
      kinds: Object.fromEntries([...this.#kinds].map(([kind, latencies]) => [kind, latencies.summary()])),
      requests: (this.#all.count - received) / took,
      deliveries: received / took,
      errors: this.#errors,
      lost: this.#lost,
      generator: (user + system) / 1e6 / took,
    }
  }

  leave(): void {
    clearInterval(this.#clock)
    for (const connection of [...this.#following, ...this.#idle]) connection.close()
  }

  async #join(index: number): Promise<void> {
    const authorization = authorizationOf(index)
    const form = 'apply_markdown=true&fetch_event_types=[]'
    const queue = await openQueue(this.#port, this.#transport, authorization, form)
    const request = (after: number) => requestText({ path: queue.path(after), headers: { authorization } })
    const listener = {
      received: (text: string) => this.#receive(text),
      lost: (error: Error) => this.#countLost(error),
    }
    const following = follow(this.#port, this.#transport, queue.last, request, listener)
    this.#following.push(following)
    await following.opened
    this.#people.push({
      index,
      authorization,
      stream: undefined,
      oldest: 0,
      newest: 0,
      lastSent: 0,
      lastTag: 0,
    })
  }

  #receive(text: string): void {
    for (let at = text.indexOf(TAG); at >= 0; at = text.indexOf(TAG, at + TAG.length)) {
      const sent = this.#sentAt[Number(text.slice(at + TAG.length, at + TAG.length + DIGITS))]
      if (sent !== undefined) this.#record('delivery', performance.now() - sent)
    }
  }

  #countLost(error: Error): void {
    this.#lost += 1
    if (this.#lost === 1) console.error(error)
  }

  #record(kind: ActionKind | 'delivery', ms: number): void {
    if (!this.#isMeasuring) return
    this.#all.add(ms)
    const own = this.#kinds.get(kind) ?? new Latencies()
    own.add(ms)
    this.#kinds.set(kind, own)
  }

  /** Actions and presences come at random moments. */
  #tick(): void {
    const now = performance.now()
    const people = this.#people.length
    if (people === 0) {
      this.#nextAction = now
      this.#nextPresence = now
      return
    }
    const between = (seconds: number) => (-Math.log(1 - this.#random()) * seconds * 1000) / people
    for (; this.#nextAction <= now; this.#nextAction += between(this.#secondsBetweenActions)) {
      this.#act(pickAction(this.#random()), this.#nextAction)
    }
    for (; this.#nextPresence <= now; this.#nextPresence += between(PRESENCE_SECONDS)) {
      this.#act('presence', this.#nextPresence)
    }
  }

  #act(kind: ActionKind, due: number): void {
    // In turn, so that nobody seems to be away.
    const index =
      kind === 'presence' ? this.#presenceTurn++ : Math.floor(this.#random() * this.#people.length)
    const person = this.#people[index % this.#people.length]!
    const number = this.#sentAt.length
    const tag = `${TAG}${String(number).padStart(DIGITS, '0')}`
    const text = writeAction(kind, person, this.#random, tag)
    // Without a message, there is nothing to edit, and without a page, nowhere to scroll: they look around instead.
    if (text === undefined) {
      this.#act('switch', due)
      return
    }
    if (kind === 'post') this.#sentAt.push(due)
    // The event about the edit contains the old text, too. It does not count as a delivery.
    if (kind === 'edit') this.#sentAt[person.lastTag] = undefined
    this.#perform(kind, text, due, (page) => {
      if (kind === 'post') {
        person.lastSent = Number.parseInt(page.slice(page.indexOf('"id":') + 5), 10)
        person.lastTag = number
      }
      if (kind === 'switch' || kind === 'scroll') notePage(person, page)
      const mark = kind === 'switch' && writeMark(person, page)
      if (mark) this.#perform('mark read', mark, performance.now(), () => {})
    })
  }

  #perform(kind: ActionKind, text: string, due: number, done: (page: string) => void): void {
    const connection = this.#nextIdle() ?? this.#openMore()
    if (!connection) {
      this.#waiting.push(() => this.#perform(kind, text, due, done))
      return
    }
    connection.request(text, (status, body) => {
      this.#idle.push(connection)
      if (status === LOST) return
      this.#record(kind, performance.now() - due)
      const page = Buffer.concat(body).toString('latin1')
      if (status === 200) done(page)
      else if (!page.includes('Reaction already exists')) {
        this.#errors += 1
        if (this.#errors <= 3) console.error(`${kind}: ${status} ${page.slice(0, 300)}`)
      }
      this.#waiting.shift()?.()
    })
  }

  #nextIdle(): HttpConnection | undefined {
    for (let connection = this.#idle.pop(); connection; connection = this.#idle.pop()) {
      if (!connection.isClosed) return connection
      this.#opened -= 1
    }
    return undefined
  }

  #openMore(): HttpConnection | undefined {
    if (this.#opened >= ACTION_CONNECTIONS) return undefined
    this.#opened += 1
    return new HttpConnection(this.#port, (error) => this.#countLost(error))
  }
}
