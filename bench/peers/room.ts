import { type CpuTime, costOf } from '../cpu-time.ts'
import { Latencies } from '../latencies.ts'
import { pause, type Server } from '../servers.ts'

/** A server under comparison, with a room that all of its people can join. */
export interface Peer extends Server {
  name: string
  isOurs: boolean
  room: Room
  /** Messages in the database that it is configured to use: a setting that it ignores must not go unnoticed. */
  countStored?(): number
}

/** People who receive what is sent in the room, each over a socket of their own. */
export interface Room {
  /** how many have joined */
  readonly size: number
  /** called with the number of a message, for each person who receives it */
  onReceipt: (number: number) => void
  joinUpTo(count: number): Promise<void>
  /** `stored` is called when the server has acknowledged the message. */
  send(sender: number, number: number, stored: () => void): void
  /** Fetches the page that ends this many messages before the newest one. */
  fetchPage(reader: number, back: number): Promise<void>
  close(): void
}

export const PAGE = 100
const MARK = 'tag'
const MARK_LENGTH = MARK.length + 9

/** The content of a message: its number can be found in any text around it. */
export const contentOf = (number: number) =>
  `${MARK}${String(number).padStart(9, '0')} The quick brown fox jumps over the lazy dog, and nobody minds.`

/** Finds the numbers of messages in a text. Returns its end, in which another number may begin. */
export function findNumbers(text: string, found: (number: number) => void): string {
  let end = 0
  for (
    let at = text.indexOf(MARK);
    at >= 0 && at + MARK_LENGTH <= text.length;
    at = text.indexOf(MARK, end)
  ) {
    end = at + MARK_LENGTH
    found(Number(text.slice(at + MARK.length, end)))
  }
  return text.slice(Math.max(end, text.length - MARK_LENGTH + 1))
}

/** `part` is in each message once. */
export function checkPage(text: string, part: string): void {
  const messages = text.split(part).length - 1
  if (messages !== PAGE) throw new Error(`Expected ${PAGE} messages, not ${messages}.`)
}

export interface Measured {
  /** messages stored, or pages */
  perSecond: number
  /** receipts of all people together */
  deliveries: number
  /** in milliseconds from a send to each receipt, or of a page */
  p50: number
  p99: number
  /** CPU time of the server for one message or page */
  cost: CpuTime
  /** how much of a core this process has used */
  generator: number
}

const TIMEOUT_MS = 300_000
const INTERVAL_MS = 20
const WARM_UP_SHARE = 0.3

/** What the first people of a room do, as fast as the server responds if not otherwise stated. */
export class RoomLoad {
  readonly #peer: Peer
  readonly #people: number
  readonly #sentAt: number[] = []
  #latencies = new Latencies()
  /** messages that the server has acknowledged, or pages */
  #done = 0
  #received = 0

  constructor(peer: Peer, people: number) {
    this.#peer = peer
    this.#people = people
    peer.room.onReceipt = (number) => {
      this.#received += 1
      this.#latencies.add(performance.now() - this.#sentAt[number]!)
    }
  }

  /** `window`: messages of a sender that the server has not acknowledged yet. */
  async store(messages: number, window: number): Promise<void> {
    this.#keepSending(window, () => this.#sentAt.length >= messages)
    await this.#untilReceived(messages)
  }

  async sendFor(seconds: number, window: number): Promise<Measured> {
    let isOver = false
    this.#keepSending(window, () => isOver)
    const measured = await this.#measure(seconds)
    isOver = true
    await this.#untilReceived(this.#sentAt.length)
    return measured
  }

  /** However long the server takes. What it delivers late is measured, too. */
  async sendAtRate(seconds: number, perSecond: number): Promise<Measured> {
    const total = Math.ceil(perSecond * seconds * (1 + WARM_UP_SHARE))
    const sendAll = async () => {
      const began = performance.now()
      for (let number = 0; number < total; number += 1) {
        const early = began + (number / perSecond) * 1000 - performance.now()
        if (early > 0) await pause(early)
        this.#send(number % this.#people, () => {})
      }
    }
    const [measured] = await Promise.all([
      this.#measure(seconds, () => this.#untilReceived(total)),
      sendAll(),
    ])
    return measured
  }

  async readFor(seconds: number, back: () => number): Promise<Measured> {
    const { room } = this.#peer
    // What a client looks up once is not measured.
    await room.fetchPage(0, back())
    let isOver = false
    const read = async (reader: number) => {
      while (!isOver) {
        const start = performance.now()
        await room.fetchPage(reader, back())
        this.#latencies.add(performance.now() - start)
        this.#done += 1
      }
    }
    const measure = async () => {
      const measured = await this.#measure(seconds)
      isOver = true
      return measured
    }
    const readers = Array.from({ length: this.#people }, (_, reader) => read(reader))
    return (await Promise.all([measure(), ...readers]))[0]
  }

  #keepSending(window: number, isOver: () => boolean): void {
    const next = (sender: number) => {
      if (!isOver()) this.#send(sender, () => next(sender))
    }
    for (let index = 0; index < window * this.#people; index += 1) next(index % this.#people)
  }

  #send(sender: number, stored: () => void): void {
    const number = this.#sentAt.push(performance.now()) - 1
    this.#peer.room.send(sender, number, () => {
      this.#done += 1
      stored()
    })
  }

  /** After a warm-up, until the end of `finish` and until there is something to measure. */
  async #measure(seconds: number, finish = async () => {}): Promise<Measured> {
    await pause(seconds * WARM_UP_SHARE * 1000)
    const latencies = new Latencies()
    this.#latencies = latencies
    const [done, received, cpu] = [this.#done, this.#received, this.#peer.cpu()]
    const used = process.cpuUsage()
    const start = performance.now()
    await pause(seconds * 1000)
    await finish()
    await this.#until(() => this.#done > done && latencies.count > 0)
    const took = (performance.now() - start) / 1000
    const { user, system } = process.cpuUsage(used)
    return {
      perSecond: (this.#done - done) / took,
      deliveries: (this.#received - received) / took,
      ...latencies.summary(),
      cost: costOf(cpu, this.#peer.cpu(), this.#done - done),
      generator: (user + system) / 1e6 / took,
    }
  }

  #untilReceived(messages: number): Promise<void> {
    return this.#until(() => this.#received >= messages * this.#peer.room.size)
  }

  async #until(isReached: () => boolean): Promise<void> {
    const latest = performance.now() + TIMEOUT_MS
    while (!isReached()) {
      if (performance.now() > latest) throw new Error(`${this.#peer.name} is too slow, or loses messages.`)
      await pause(INTERVAL_MS)
    }
  }
}
