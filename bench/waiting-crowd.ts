import { authorizationOf } from './bulk/add-people.ts'
import { lastEventId } from './peers/our-crowd.ts'
import { ask, RawConnection, requestText } from './raw-connection.ts'
import { StreamConnection } from './stream-connection.ts'

/** How a client follows the events. */
export type Transport = 'stream' | 'poll'

/** Where a person gets events from, after the last one that they have. */
export interface EventSource {
  last: number
  path(last: number): string
}

const MESSAGE = '"type":"message"'
const JOINING_AT_ONCE = 50

/** People who wait for messages, each over a raw socket of their own. */
export class WaitingCrowd {
  /** with how many messages came at once */
  onReceipt: (messages: number) => void = () => {}
  readonly #port: number
  readonly #transport: Transport
  readonly #openSource: (index: number) => Promise<EventSource>
  readonly #connections: { close(): void }[] = []

  constructor(port: number, transport: Transport, openSource: (index: number) => Promise<EventSource>) {
    this.#port = port
    this.#transport = transport
    this.#openSource = openSource
  }

  /** Until there are `count` of them. */
  async joinUpTo(count: number): Promise<void> {
    while (this.#connections.length < count) {
      const first = this.#connections.length
      const size = Math.min(JOINING_AT_ONCE, count - first)
      await Promise.all(Array.from({ length: size }, (_, offset) => this.#join(first + offset)))
    }
  }

  close(): void {
    for (const connection of this.#connections) connection.close()
  }

  async #join(index: number): Promise<void> {
    const source = await this.#openSource(index)
    if (this.#transport === 'stream') await this.#stream(index, source)
    else this.#poll(index, source)
  }

  async #stream(index: number, { last, path }: EventSource): Promise<void> {
    const connection = new StreamConnection(
      this.#port,
      requestText('GET', path(last), authorizationOf(index)),
      { received: (text) => this.#note(text), lost: fail },
    )
    this.#connections.push(connection)
    await connection.opened
  }

  #poll(index: number, { last: first, path }: EventSource): void {
    const connection = new RawConnection(this.#port, fail)
    const authorization = authorizationOf(index)
    this.#connections.push(connection)
    const poll = (last: number) => {
      connection.request(requestText('GET', path(last), authorization), (status, bytes) => {
        if (status !== 200) fail(new Error(`a poll was refused: ${status} ${bytes.toString()}`))
        const text = bytes.toString('latin1')
        this.#note(text)
        poll(lastEventId(text) ?? last)
      })
    }
    poll(first)
  }

  #note(text: string): void {
    let messages = 0
    for (let at = text.indexOf(MESSAGE); at >= 0; at = text.indexOf(MESSAGE, at + 1)) messages += 1
    if (messages > 0) this.onReceipt(messages)
  }
}

/** Everybody in the crowd registers a queue with our server. */
export function ourCrowd(port: number, transport: Transport): WaitingCrowd {
  const route = transport === 'stream' ? 'events/stream' : 'events'
  return new WaitingCrowd(port, transport, async (index) => {
    const form = 'event_types=["message"]&fetch_event_types=[]'
    const connection = new RawConnection(port, fail)
    const text = requestText('POST', '/api/v1/register', authorizationOf(index), form)
    const { status, body } = await ask(connection, text)
    connection.close()
    if (status !== 200) throw new Error(`not registered: ${status} ${body.toString()}`)
    const queue = JSON.parse(body.toString()) as { queue_id: string; last_event_id: number }
    return {
      last: queue.last_event_id,
      path: (last) => `/api/v1/${route}?queue_id=${queue.queue_id}&last_event_id=${last}`,
    }
  })
}

/** The same people at a bare server, which asks nothing of them. */
export function bareCrowd(port: number, transport: Transport): WaitingCrowd {
  const path = () => `/${transport}`
  return new WaitingCrowd(port, transport, async () => ({ last: -1, path }))
}

function fail(error: Error): never {
  throw error
}
