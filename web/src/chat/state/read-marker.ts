import { ApiError } from '../../../../packages/client/src/api-error.ts'
import { callChat } from '../../api/chat-api.ts'

const BATCH_MS = 400
const RETRY_MS = 5000
const BATCH_SIZE = 1000

export type ReadMarker = ReturnType<typeof createReadMarker>

/** Marks messages as read on the server, in batches. Retries later after a failure. */
export function createReadMarker(onRead: (ids: readonly number[]) => void) {
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
