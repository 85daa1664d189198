import { useEffect } from 'react'
import type { Narrow } from '../state/narrow.ts'
import { useChat } from '../state/workspace.ts'

const MAX_COUNT = 12

const keyOf = (me: number) => `switchboard-recent-streams-${me}`

/** The streams that were opened last in this browser, the newest first. */
export function recentStreams(me: number): number[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(me)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => Number.isInteger(id)) : []
  } catch {
    return []
  }
}

/** Records that a stream is open. */
export function useRecordStream(narrow: Narrow | undefined): void {
  const me = useChat((state) => state.me.userId)
  const streamId = narrow && 'streamId' in narrow ? narrow.streamId : undefined
  useEffect(() => {
    if (streamId === undefined) return
    const next = [streamId, ...recentStreams(me).filter((id) => id !== streamId)].slice(0, MAX_COUNT)
    localStorage.setItem(keyOf(me), JSON.stringify(next))
  }, [me, streamId])
}
