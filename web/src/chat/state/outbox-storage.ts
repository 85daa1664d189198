import type { PendingMessage } from './pending-message.ts'

/** Each message has an entry of its own, so that several windows do not overwrite each other's. */
export function createOutboxStorage(me: number) {
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
