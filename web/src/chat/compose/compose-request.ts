import { useEffect, useRef } from 'react'
import type { Conversation } from '../state/conversation.ts'

/** What other parts of the app ask of the compose box. */
interface ComposeRequest {
  /** The destination; undefined keeps the current one. */
  conversation?: Conversation
  /** Put in at the cursor: a quote, a mention. */
  insert?: string
  /** Choose people first. */
  direct?: boolean
}

const listeners = new Set<(request: ComposeRequest) => void>()

/** Opens the compose box and gives it the focus. */
export function requestCompose(request: ComposeRequest = {}): void {
  for (const listener of listeners) listener(request)
}

export function useComposeRequests(handler: (request: ComposeRequest) => void): void {
  const latest = useRef(handler)
  latest.current = handler
  useEffect(() => {
    const listener = (request: ComposeRequest) => latest.current(request)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  }, [])
}
