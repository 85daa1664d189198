import { createContext, useContext } from 'react'
import type { Narrow } from '../state/narrow.ts'

/** The narrow whose messages are shown. Rows leave out what it says already. */
export const ListContext = createContext<Narrow>({ kind: 'all' })

export function useListNarrow(): Narrow {
  return useContext(ListContext)
}

/** Messages of muted users that the reader asked to see. */
export const revealedMessages = new Set<number>()
