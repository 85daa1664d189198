import { useEffect, useRef } from 'react'
import { openHash } from '../narrows/route.ts'
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

/** For a box that is about to appear. */
let waiting: ComposeRequest | undefined

/** Opens the compose box and gives it the focus. Pages without one are left for the inbox, which has it. */
export function requestCompose(request: ComposeRequest = {}): void {
  for (const listener of listeners) listener(request)
  if (listeners.size > 0) return
  waiting = request
  if (request.conversation === undefined) openHash('#inbox')
}

export function useComposeRequests(handler: (request: ComposeRequest) => void): void {
  const latest = useRef(handler)
  latest.current = handler
  useEffect(() => {
    const listener = (request: ComposeRequest) => latest.current(request)
    listeners.add(listener)
    if (waiting) listener(waiting)
    waiting = undefined
    return () => {
      listeners.delete(listener)
    }
  }, [])
}
