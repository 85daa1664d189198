import { ApiError, backOffMs, newRetryKey, pause } from '@switchboard/client'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { type Conversation, conversationKey } from './conversation.ts'
import type { PendingMessage } from './pending-message.ts'
import { createStore } from './store.ts'

export type { PendingMessage }

const EVENT_WITHIN_MS = 10_000
/** The server deduplicates for a day. For older messages, the user decides whether to send again. */
const REPEATED_FOR_SECONDS = 72_000

export type Outbox = ReturnType<typeof createOutbox>

/**
 * Sends messages and retries until they arrive. Messages of one conversation are sent in order. Each has an idempotency
 * key, so a retry after a lost response never sends it twice. Messages that are pending when the page closes are sent
 * when it opens again. `isPaused`: they are all kept for that.
 */
export function createOutbox(me: number, queueId: () => string | undefined, isPaused = false) {
  const storage = createOutboxStorage(me)
  const store = createStore<readonly PendingMessage[]>([])
  const abort = new AbortController()
  /** By conversation: the last send in progress. */
  const lanes = new Map<string, Promise<void>>()

  const isThere = (localId: string) => store.get().some((one) => one.localId === localId)

  function remove(localId: string): void {
    storage.remove(localId)
    store.set(store.get().filter((one) => one.localId !== localId))
  }
  function put(message: PendingMessage): void {
    const known = store.get()
    storage.put(message)
    store.set(
      isThere(message.localId)
        ? known.map((one) => (one.localId === message.localId ? message : one))
        : [...known, message],
    )
  }

  /** Removing the message from the outbox ends the attempts: it arrived, or was discarded. */
  async function deliver(message: PendingMessage): Promise<void> {
    const { localId, timestamp } = message
    for (let attempt = 0; !abort.signal.aborted && isThere(localId); attempt += 1) {
      if (Date.now() / 1000 - timestamp > REPEATED_FOR_SECONDS) {
        return put({ ...message, error: t.compose.perhapsSent })
      }
      try {
        const { id } = await callChat('POST /messages', formOf(message, queueId()), {
          idempotencyKey: localId,
        })
        // The event of the message removes the pending entry when the message itself appears. It may arrive before
        // the response, or never, if the event queue was lost in the meantime.
        if (isThere(localId)) put({ ...message, serverId: id })
        setTimeout(() => remove(localId), EVENT_WITHIN_MS)
        return
      } catch (error) {
        if (error instanceof ApiError && error.isFinal) {
          if (isThere(localId)) put({ ...message, error: messageOf(error) })
          return
        }
        const retryAfter = error instanceof ApiError ? error.retryAfter : undefined
        await pause(backOffMs(attempt, retryAfter), abort.signal)
      }
    }
  }

  function send(message: PendingMessage): void {
    put(message)
    if (isPaused) return
    const lane = conversationKey(message.conversation)
    lanes.set(
      lane,
      (lanes.get(lane) ?? Promise.resolve()).then(() => deliver(message)),
    )
  }

  const now = () => Math.floor(Date.now() / 1000)

  return {
    store,
    send(conversation: Conversation, content: string): void {
      // They are sorted by it when two were written in the same second.
      const localId = `${Date.now().toString(36)}-${newRetryKey()}`
      send({ localId, conversation, content, timestamp: now(), error: undefined })
    },
    /** The message arrived: its event names the pending entry. */
    arrived: remove,
    discard: remove,
    /** Only rejected messages: the others are in flight. */
    retry(localId: string): void {
      const message = store.get().find((one) => one.localId === localId)
      if (message?.error !== undefined) send({ ...message, timestamp: now(), error: undefined })
    },
    /** Messages that were pending when the page was last closed. */
    resume(): void {
      for (const message of storage.all()) {
        if (message.serverId !== undefined) storage.remove(message.localId)
        else if (message.error === undefined) send(message)
        else put(message)
      }
    },
    stop: () => abort.abort(),
  }
}

function formOf({ conversation, content, localId }: PendingMessage, queue_id: string | undefined) {
  const local = queue_id === undefined ? {} : { queue_id, local_id: localId }
  if (conversation.kind === 'topic') {
    const { streamId, topic } = conversation
    return { type: 'stream', to: JSON.stringify(streamId), topic, content, ...local }
  }
  return { type: 'private', to: JSON.stringify(conversation.userIds), content, ...local }
}

/** Each message has an entry of its own, so that several windows do not overwrite each other's. */
function createOutboxStorage(me: number) {
  const prefix = `switchboard-outbox-${me}-`
  return {
    put(message: PendingMessage): void {
      try {
        localStorage.setItem(prefix + message.localId, JSON.stringify(message))
      } catch {
        // Storage is full or forbidden: then it lives as long as the page.
      }
    },
    remove(localId: string): void {
      localStorage.removeItem(prefix + localId)
    },
    /** The oldest first. */
    all(): PendingMessage[] {
      return Object.keys(localStorage)
        .filter((key) => key.startsWith(prefix))
        .flatMap(readEntry)
        .sort((one, other) => one.timestamp - other.timestamp || (one.localId < other.localId ? -1 : 1))
    },
  }
}

function readEntry(key: string): PendingMessage[] {
  try {
    const message = JSON.parse(localStorage.getItem(key) ?? '') as PendingMessage
    return message.conversation && message.localId ? [message] : []
  } catch {
    return []
  }
}
