import { io, type Socket } from 'socket.io-client'
import type { HeardEvent, SocketRecord } from './phone-evidence.ts'
import { aMoment } from './roamer.ts'

// biome-ignore lint/suspicious/noExplicitAny: the wire's own shapes
type Wire = any

/** Said of the company's owner only when the load is over. */
export const LAST_STATUS = 'do_not_disturb'

/** A socket that reconnects to any node and continues after the last event it got. */
export class SocketReader implements SocketRecord {
  readonly name: string
  readonly events: HeardEvent[] = []
  from = 0
  gaps = 0
  heardTheEnd = false
  conversations: readonly string[] | undefined
  readonly #addresses: readonly string[]
  readonly #credentials: object
  #socket: Socket | undefined
  #last: number | undefined
  #stopped = false

  constructor(name: string, addresses: readonly string[], credentials: object) {
    this.name = name
    this.#addresses = addresses
    this.#credentials = credentials
  }

  /** Resolves when the first connection has been authenticated. */
  open(): Promise<void> {
    return new Promise((opened) => this.#connect(opened))
  }

  close(): void {
    this.#stopped = true
    this.#socket?.disconnect()
  }

  #connect(opened: () => void): void {
    if (this.#stopped) return
    const address = this.#addresses[Math.floor(Math.random() * this.#addresses.length)]!
    const socket = io(address, {
      path: '/ws/',
      transports: ['websocket'],
      reconnection: false,
      forceNew: true,
      timeout: 20_000,
    })
    this.#socket = socket
    let left = false
    const again = async () => {
      if (left) return
      left = true
      socket.disconnect()
      await aMoment()
      this.#connect(opened)
    }
    socket.on('connect', () => {
      socket.emit('authenticate', {
        ...this.#credentials,
        ...(this.#last !== undefined && { last_event_id: this.#last }),
      })
    })
    socket.on('connect_error', again)
    socket.on('disconnect', again)
    socket.onAny((name: string, payload: Wire, note?: { event_id: number }) => {
      if (name === 'authenticated') {
        if (this.#last === undefined) this.from = payload.last_event_id
        this.#last ??= payload.last_event_id
        opened()
      } else if (name === 'events.missed') this.gaps += 1
      if (note) this.#hear(name, payload, note.event_id)
    })
  }

  #hear(name: string, payload: Wire, eventId: number): void {
    this.#last = Math.max(this.#last ?? 0, eventId)
    // What comes after the end is in the same order for all, but some may not have it yet.
    if (this.heardTheEnd) return
    const { user_id: user, status, conversation_id: conversation = payload.id, direction, text } = payload
    if (name === 'user_status_updated') {
      this.events.push({ eventId, name, user, status: status.status })
      if (status.status === LAST_STATUS) this.heardTheEnd = true
    } else this.events.push({ eventId, name, conversation, direction, text })
  }
}
