import { io, type Socket } from 'socket.io-client'
import type { TelephonyCaller } from '../../api/telephony-api.ts'

export interface PortalEvent {
  name: string
  payload: unknown
  /** its position in the log; events about the connection itself have none */
  eventId: number | undefined
}

export type ConnectionState = 'connecting' | 'live' | 'offline' | 'refused'

export interface PortalSocket {
  state(): ConnectionState
  /** Calls the listener for every event of the company, in order, exactly once. Returns an unsubscribe function. */
  listen(handler: (event: PortalEvent) => void): () => void
  /** Calls the listener when the state of the connection changes. */
  watch(handler: () => void): () => void
  /** Sends a command of the specification, such as `texting.set_as_read`. */
  emit(name: string, payload: unknown): void
  close(): void
}

/** The events of the company over socket.io. After an interruption it continues after the last event it has seen. */
export function openPortalSocket(caller: TelephonyCaller, userId: string): PortalSocket {
  const socket: Socket = io({ path: '/ws/', autoConnect: false })
  const handlers = new Set<(event: PortalEvent) => void>()
  const watchers = new Set<() => void>()
  let state: ConnectionState = 'connecting'
  let last: number | undefined

  function become(next: ConnectionState): void {
    state = next
    for (const watcher of watchers) watcher()
  }
  socket.on('connect', () => {
    socket.emit('authenticate', {
      ...(caller.kind === 'key' ? { token: caller.apiKey } : { csrf_token: caller.csrfToken }),
      user_id: userId,
      changes: true,
      ...(last !== undefined && { last_event_id: last }),
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    })
  })
  socket.on('disconnect', () => {
    if (state !== 'refused') become('offline')
  })
  socket.on('connect_error', () => become('offline'))
  socket.onAny((name: string, payload: unknown, more?: { event_id?: number }) => {
    const eventId = more?.event_id
    if (eventId !== undefined) last = eventId
    if (name === 'authenticated') {
      last ??= (payload as { last_event_id: number }).last_event_id
      become('live')
    }
    if (name === 'unauthorized') become('refused')
    for (const handler of handlers) handler({ name, payload, eventId })
  })
  socket.connect()
  return {
    state: () => state,
    listen(handler) {
      handlers.add(handler)
      return () => handlers.delete(handler)
    },
    watch(handler) {
      watchers.add(handler)
      return () => watchers.delete(handler)
    },
    emit: (name, payload) => {
      socket.emit(name, payload)
    },
    close: () => {
      socket.close()
    },
  }
}
