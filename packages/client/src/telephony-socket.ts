import type { TelephonyCommands, TelephonyEvents } from './generated/telephony-events.ts'

/** The part of a socket of socket.io-client that is used. */
export interface SocketLike {
  on(name: string, listener: () => void): unknown
  onAny(listener: (name: string, payload: unknown, note?: { event_id?: number }) => void): unknown
  emit(name: string, payload: unknown): unknown
  connect(): unknown
  close(): unknown
}

/** `io` of socket.io-client. */
export type OpenSocket = (url: string, options: { path: string; autoConnect: boolean }) => SocketLike

export type TelephonyEventName = keyof TelephonyEvents

/** An event with its payload. `eventId`: its position in the log; events about the connection itself have none. */
export type TelephonyEvent = {
  [Name in TelephonyEventName]: {
    name: Name
    payload: TelephonyEvents[Name]
    eventId: number | undefined
  }
}[TelephonyEventName]

export type ConnectionState = 'connecting' | 'live' | 'offline' | 'refused'

export interface TelephonySocketOptions {
  /** `https://phones.example.com` */
  server: string
  /** a key of the company, or in a page of the server the CSRF token of its session */
  apiKey?: string
  csrfToken?: string
  /** who listens: the id of a user; by default, the owner of the company */
  userId?: string
  /** whether `changed` is wanted: which lists to fetch again */
  changes?: boolean
}

export interface TelephonySocket {
  state(): ConnectionState
  /** Calls the listener for every event of the company, in order, exactly once. Returns an unsubscribe function. */
  listen(listener: (event: TelephonyEvent) => void): () => void
  /** Calls the listener when the state of the connection changes. */
  watch(listener: () => void): () => void
  /** Sends a command of the specification, such as `texting.message.markAsRead`. */
  emit<Name extends keyof TelephonyCommands>(name: Name, payload: TelephonyCommands[Name]): void
  close(): void
}

/** The events of the company over socket.io. After an interruption it continues after the last event it has seen. */
export function openTelephonySocket(
  io: OpenSocket,
  { server, apiKey, csrfToken, userId, changes = false }: TelephonySocketOptions,
): TelephonySocket {
  const socket = io(server, { path: '/ws/', autoConnect: false })
  const listeners = new Set<(event: TelephonyEvent) => void>()
  const watchers = new Set<() => void>()
  let state: ConnectionState = 'connecting'
  let last: number | undefined

  function become(next: ConnectionState): void {
    state = next
    for (const watcher of watchers) watcher()
  }
  socket.on('connect', () => {
    socket.emit('authenticate', {
      ...(apiKey === undefined ? { csrf_token: csrfToken } : { token: apiKey }),
      ...(userId !== undefined && { user_id: userId }),
      changes,
      ...(last !== undefined && { last_event_id: last }),
      timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    })
  })
  socket.on('disconnect', () => {
    if (state !== 'refused') become('offline')
  })
  socket.on('connect_error', () => become('offline'))
  socket.onAny((name: string, payload: unknown, note?: { event_id?: number }) => {
    const event = { name, payload, eventId: note?.event_id } as TelephonyEvent
    if (event.eventId !== undefined) last = event.eventId
    if (event.name === 'authenticated') {
      last ??= event.payload.last_event_id
      become('live')
    }
    if (event.name === 'unauthorized') become('refused')
    for (const listener of listeners) listener(event)
  })
  socket.connect()
  return {
    state: () => state,
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    watch(listener) {
      watchers.add(listener)
      return () => watchers.delete(listener)
    },
    emit: (name, payload) => {
      socket.emit(name, payload)
    },
    close: () => {
      socket.close()
    },
  }
}
