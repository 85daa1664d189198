import { EventStream, fail, HttpConnection, requestText } from './connection.ts'
import { authorizationOf } from './fill-chat.ts'
import type { Server } from './servers.ts'

/** How a client follows the events. */
export type Transport = 'stream' | 'poll'

/** The events of a person, after the last one that they have. */
export interface EventSource {
  last: number
  path(last: number): string
}

const MESSAGE = '"type":"message"'
const JOINING_AT_ONCE = 50

/** People who wait for messages, each over a socket of their own. */
export class Crowd {
  /** called with the number of messages that came at once */
  onReceipt: (messages: number) => void = () => {}
  /** called with whole events */
  onText: (text: string) => void = (text) => this.#count(text)
  readonly #port: number
  readonly #transport: Transport
  readonly #openSource: (index: number) => Promise<EventSource>
  readonly #connections: { close(): void }[] = []

  constructor(port: number, transport: Transport, openSource: (index: number) => Promise<EventSource>) {
    this.#port = port
    this.#transport = transport
    this.#openSource = openSource
  }

  async joinUpTo(count: number): Promise<void> {
    while (this.#connections.length < count) {
      const first = this.#connections.length
      const size = Math.min(JOINING_AT_ONCE, count - first)
      await Promise.all(Array.from({ length: size }, (_, offset) => this.#join(first + offset)))
    }
  }

  /** Resolves when this many messages have come to all of them together. */
  untilReceived(messages: number): Promise<void> {
    return new Promise((done) => {
      let missing = messages
      this.onReceipt = (received) => {
        missing -= received
        if (missing === 0) done()
      }
    })
  }

  close(): void {
    for (const connection of this.#connections) connection.close()
  }

  async #join(index: number): Promise<void> {
    const { last, path } = await this.#openSource(index)
    const headers = { authorization: authorizationOf(index) }
    const connection = follow(
      this.#port,
      this.#transport,
      last,
      (after) => requestText({ path: path(after), headers }),
      { received: (text) => this.onText(text), lost: fail },
    )
    this.#connections.push(connection)
    await connection.opened
  }

  #count(text: string): void {
    let messages = 0
    for (let at = text.indexOf(MESSAGE); at >= 0; at = text.indexOf(MESSAGE, at + 1)) messages += 1
    if (messages > 0) this.onReceipt(messages)
  }
}

interface Following {
  opened: Promise<void>
  close(): void
}

/** Follows events over the stream or by polls; `request` is the text of a request for those after an event. */
export function follow(
  port: number,
  transport: Transport,
  last: number,
  request: (after: number) => string,
  listener: { received(text: string): void; lost(error: Error): void },
): Following {
  if (transport === 'stream') return new EventStream(port, request(last), listener)
  const connection = new HttpConnection(port, listener.lost)
  const poll = (after: number) => {
    connection.request(request(after), (status, body) => {
      const text = Buffer.concat(body).toString('latin1')
      if (status !== 200) return listener.lost(new Error(`A poll was refused: ${status} ${text}`))
      listener.received(text)
      poll(lastEventId(text) ?? after)
    })
  }
  poll(last)
  return { opened: Promise.resolve(), close: () => connection.close() }
}

/** An event ends with its id, and the events are at the end of the response. */
function lastEventId(text: string): number | undefined {
  const at = text.lastIndexOf('"id":')
  return at < 0 ? undefined : Number.parseInt(text.slice(at + 5), 10)
}

/** Each person registers a queue with our server. */
export const ourCrowd = (port: number, transport: Transport) =>
  new Crowd(port, transport, (index) => openQueue(port, transport, authorizationOf(index)))

/** `fetch_event_types=[]`: without initial data. */
export async function openQueue(
  port: number,
  transport: Transport,
  authorization: string,
  form = 'event_types=["message"]&fetch_event_types=[]',
): Promise<EventSource> {
  const connection = new HttpConnection(port)
  const { status, body } = await connection.ask(
    requestText({ method: 'POST', path: '/api/v1/register', headers: { authorization }, body: form }),
  )
  connection.close()
  if (status !== 200) throw new Error(`A queue was refused: ${status} ${body}`)
  const queue = JSON.parse(body) as { queue_id: string; last_event_id: number }
  const route = transport === 'stream' ? 'events/stream' : 'events'
  return {
    last: queue.last_event_id,
    path: (last) => `/api/v1/${route}?queue_id=${queue.queue_id}&last_event_id=${last}`,
  }
}

/** The same people at a bare server, which knows no queues. */
export const bareCrowd = (port: number, transport: Transport) =>
  new Crowd(port, transport, async () => ({ last: -1, path: () => `/${transport}` }))

const gauges: Record<Transport, RegExp> = {
  stream: /^switchboard_event_streams (\d+)/m,
  poll: /^switchboard_waiting_polls (\d+)/m,
}

/** Whether as many clients wait as the server counts. */
export async function areWaiting({ url }: Server, transport: Transport, clients: number): Promise<boolean> {
  const metrics = await (await fetch(`${url}/metrics`)).text()
  return Number(gauges[transport].exec(metrics)?.[1]) === clients
}
