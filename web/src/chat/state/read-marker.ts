import { ApiFailure } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'

const GATHER_MS = 400
const AGAIN_MS = 5000
const MOST_AT_ONCE = 1000

export type ReadMarker = ReturnType<typeof createReadMarker>

/** Tells the server what was read, several at a time. What cannot be told now is told later. */
export function createReadMarker(onRead: (ids: readonly number[]) => void) {
  const waiting = new Set<number>()
  let isPlanned = false

  function plan(ms: number): void {
    if (isPlanned) return
    isPlanned = true
    setTimeout(() => void tell(), ms)
  }

  async function tell(): Promise<void> {
    isPlanned = false
    const ids = [...waiting].slice(0, MOST_AT_ONCE)
    if (ids.length === 0) return
    for (const id of ids) waiting.delete(id)
    try {
      await callChat('POST /messages/flags', { messages: ids, op: 'add', flag: 'read' })
    } catch (error) {
      // What the server refuses it will refuse again.
      if (error instanceof ApiFailure && error.status < 500 && error.status !== 429) return
      for (const id of ids) waiting.add(id)
      plan(AGAIN_MS)
      return
    }
    if (waiting.size > 0) plan(GATHER_MS)
  }

  return {
    /** These were on the screen, in front of a person. They count as read here at once. */
    seen(ids: readonly number[]): void {
      if (ids.length === 0) return
      for (const id of ids) waiting.add(id)
      onRead(ids)
      plan(GATHER_MS)
    },
  }
}
