import { createContext, useContext } from 'react'
import type { Narrow } from '../narrows/narrow.ts'
import { createStore } from '../state/store.ts'

/** The narrow whose messages are shown: rows say less where it says it already. */
export const ListContext = createContext<Narrow>({ kind: 'all' })

export function useListNarrow(): Narrow {
  return useContext(ListContext)
}

/** The message that a link led to, for a moment. */
export const highlightedMessage = createStore<number | undefined>(undefined)

/** Long messages that were opened stay open when they come back to the screen. */
export const unfoldedMessages = new Set<number>()

/** Messages of muted people that one wanted to see. */
export const revealedMessages = new Set<number>()
