/** The page's queue on the server, and how far the page has read it. Each tab has one of its own. */
export interface EventQueue {
  readonly id: string
  lastEventId: number
}

/** Heartbeats come every minute. A request that hears nothing for this long has lost its connection without noticing. */
export const SILENCE_MS = 150_000
