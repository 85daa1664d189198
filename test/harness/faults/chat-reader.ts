import type { Cast, Person } from './chat-cast.ts'
import { destinationOf, type QueueRecord, type SeenEvent } from './chat-evidence.ts'
import { aMoment } from './roamer.ts'

// biome-ignore lint/suspicious/noExplicitAny: the wire's own shapes
type Wire = any

/** Polls one queue on any node that answers, until the last message has come. */
export class ChatReader implements QueueRecord {
  readonly name: string
  readonly person: string
  readonly events: SeenEvent[] = []
  lost = 0
  heardTheEnd = false
  readonly #person: Person
  readonly #end: string
  readonly #cast: Cast
  #queueId = ''
  #last = -1

  /** `end` is the text of the last message. */
  constructor(cast: Cast, person: string, number: number, end: string) {
    this.name = `queue ${number} of ${person}`
    this.person = person
    this.#cast = cast
    this.#end = end
    this.#person = cast.get(person)!
  }

  async register(): Promise<void> {
    const form = { event_types: ['message', 'subscription'], fetch_event_types: [], apply_markdown: false }
    const { status, body } = await this.#person.client.insist('POST', '/api/v1/register', { form })
    if (status !== 200) throw new Error(`register: ${JSON.stringify(body)}`)
    this.#queueId = body.queue_id
    this.#last = body.last_event_id
  }

  /** `giveUpAt` is asked again and again, since the end of the load is not known at the beginning. */
  async read(giveUpAt: () => number): Promise<void> {
    while (!this.heardTheEnd && Date.now() < giveUpAt()) {
      const form = { queue_id: this.#queueId, last_event_id: this.#last }
      const reply = await this.#person.client.attempt('GET', '/api/v1/events', { form })
      if (reply?.status === 200) this.#take(reply.body.events)
      else if (reply?.body?.code === 'BAD_EVENT_QUEUE_ID') {
        this.lost += 1
        await this.register()
      } else if (reply && reply.status < 500) {
        throw new Error(`${this.name} after ${this.#last}: ${JSON.stringify(reply)}`)
      } else await aMoment()
    }
  }

  #take(events: Wire[]): void {
    for (const event of events) {
      this.#last = Math.max(this.#last, event.id)
      this.events.push(...this.#seen(event))
      if (event.type === 'message' && event.message.content === this.#end) this.heardTheEnd = true
    }
  }

  #seen(event: Wire): SeenEvent[] {
    const eventId: number = event.id
    if (event.type === 'message' && destinationOf(event.message.content) !== undefined) {
      const { id, content } = event.message
      return [{ eventId, kind: 'message', message: { id, text: content } }]
    }
    const person = [...this.#cast.values()].find(({ id }) => event.user_ids?.includes(id))
    if (event.type === 'subscription' && person && /^peer_/.test(event.op)) {
      const kind = event.op === 'peer_add' ? 'joined' : 'left'
      return [{ eventId, kind, person: person.name, destination: event.subscriptions[0] }]
    }
    return [{ eventId, kind: 'other' }]
  }
}
