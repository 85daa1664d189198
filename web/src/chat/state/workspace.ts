import type { ChatEvent } from '@switchboard/client'
import { ApiError, followEventLists } from '@switchboard/client'
import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import { maintenanceOf } from '../../api/api-failure.ts'
import { callChat, chat } from '../../api/chat-api.ts'
import { applyEvent } from './apply-event.ts'
import { applyToMessages } from './apply-to-messages.ts'
import type { ChatState, Registration } from './chat-state.ts'
import { initialState } from './initial-state.ts'
import type { MessageList } from './message-list.ts'
import { createMessages, type Messages } from './messages.ts'
import { type Narrow, narrowKey } from './narrow.ts'
import { createOutbox, type Outbox, type PendingMessage } from './outbox.ts'
import { createStore, type Store, useSelected } from './store.ts'

const BATCH_MS = 400

const RETRY_MS = 5000

const BATCH_SIZE = 1000

/** `maintenance`: the server refuses requests, and this is what its operator says. */
export type Connection = 'online' | 'offline' | { readonly maintenance: string }

/** The state of a signed-in user, and what keeps it up to date. */
export interface Workspace {
  state: Store<ChatState>
  messages: Messages
  outbox: Outbox
  reading: ReadMarker
  connection: Store<Connection>
  /** ms: it shows the copy that was stored then, without a server; undefined: it is live. */
  storedAt: number | undefined
  /** Counts event queues: after a new one, lists must be fetched again. */
  generation: Store<number>
  /** Called for every event after it was applied. */
  listen(handler: (event: ChatEvent) => void): () => void
  stop(): void
}

/** Resolves when the initial state is loaded. */
export function openWorkspace(onSignedOut: () => void): Promise<Workspace> {
  return new Promise((resolve) => {
    const abort = new AbortController()
    const handlers = new Set<(event: ChatEvent) => void>()
    const connection = createStore<Connection>('online')
    let workspace: Workspace | undefined
    let queueId: string | undefined

    function start(registration: Registration): Workspace {
      const state = createStore(initialState(registration))
      const me = () => state.get().me.userId
      const messages: Messages = createMessages(me, (event) => applyToMessages(messages, event, me()))
      const outbox = createOutbox(me(), () => queueId)
      const reading = createReadMarker((ids) => {
        apply({
          id: -1,
          type: 'update_message_flags',
          op: 'add',
          flag: 'read',
          messages: [...ids],
          all: false,
        })
      })
      return {
        state,
        messages,
        outbox,
        reading,
        connection,
        storedAt: undefined,
        generation: createStore(0),
        listen(handler) {
          handlers.add(handler)
          return () => handlers.delete(handler)
        },
        stop() {
          abort.abort()
          outbox.stop()
        },
      }
    }

    function apply(event: ChatEvent): void {
      if (!workspace) return
      const { state, messages, outbox } = workspace
      state.set(applyEvent(state.get(), event, Date.now()))
      messages.receive(event)
      if (event.type === 'message' && event.local_message_id) outbox.arrived(event.local_message_id)
    }

    function receive(events: readonly ChatEvent[]): void {
      for (const event of events) {
        apply(event)
        for (const handler of [...handlers]) handler(event)
      }
    }

    async function follow(): Promise<void> {
      const lists = followEventLists(chat, {
        register: { apply_markdown: true, include_subscribers: true, slim_presence: true },
        signal: abort.signal,
        onRegistered(registration) {
          queueId = registration.queue_id
          if (!workspace) {
            workspace = start(registration)
            workspace.outbox.resume()
            resolve(workspace)
            return
          }
          workspace.state.set(initialState(registration))
          workspace.messages.forgetLists()
          workspace.generation.set(workspace.generation.get() + 1)
        },
        onConnection(isOnline, reason) {
          const maintenance = maintenanceOf(reason)
          connection.set(isOnline ? 'online' : maintenance === undefined ? 'offline' : { maintenance })
        },
      })
      for await (const events of lists) {
        try {
          receive(events)
        } catch (error) {
          // A view that fails must not end the events for the others.
          reportError(error)
        }
      }
    }

    follow().catch(() => {
      workspace?.stop()
      onSignedOut()
    })
  })
}

export const WorkspaceContext = createContext<Workspace | undefined>(undefined)

export function useWorkspace(): Workspace {
  const workspace = useContext(WorkspaceContext)
  if (!workspace) throw new Error('Outside of the chat')
  return workspace
}

/** A part of the state: `useChat((state) => state.me)`. */
export function useChat<Part>(select: (state: ChatState) => Part): Part {
  return useSelected(useWorkspace().state, select)
}

/** The loaded part of a narrow; undefined until it was opened. */
export function useMessageList(narrow: Narrow): MessageList | undefined {
  const { messages } = useWorkspace()
  const key = narrowKey(narrow)
  const get = useCallback(() => messages.list(key), [messages, key])
  return useSyncExternalStore(messages.subscribe, get)
}

/** Messages that were sent here and have not arrived. */
export function usePending(): readonly PendingMessage[] {
  const { store } = useWorkspace().outbox
  return useSyncExternalStore(store.subscribe, store.get)
}

export function useConnection(): Connection {
  const { connection } = useWorkspace()
  return useSyncExternalStore(connection.subscribe, connection.get)
}

type ReadMarker = ReturnType<typeof createReadMarker>

/** Marks messages as read on the server, in batches. Retries later after a failure. */
function createReadMarker(onRead: (ids: readonly number[]) => void) {
  const pending = new Set<number>()
  let isScheduled = false

  function schedule(ms: number): void {
    if (isScheduled) return
    isScheduled = true
    setTimeout(() => void send(), ms)
  }

  async function send(): Promise<void> {
    isScheduled = false
    const ids = [...pending].slice(0, BATCH_SIZE)
    if (ids.length === 0) return
    for (const id of ids) pending.delete(id)
    try {
      await callChat('POST /messages/flags', { messages: ids, op: 'add', flag: 'read' })
    } catch (error) {
      // The server would reject it again.
      if (error instanceof ApiError && error.isFinal) return
      for (const id of ids) pending.add(id)
      schedule(RETRY_MS)
      return
    }
    if (pending.size > 0) schedule(BATCH_MS)
  }

  return {
    /** The messages were on the screen of a focused window. They count as read here at once. */
    markRead(ids: readonly number[]): void {
      if (ids.length === 0) return
      for (const id of ids) pending.add(id)
      onRead(ids)
      schedule(BATCH_MS)
    },
  }
}
