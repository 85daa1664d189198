import { type QueryKey, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDelayed } from '../../ui/use-delayed.ts'

/** How many a search shows. Who finds too many types more. */
export const SEARCH_SIZE = 20

/** Something that can be chosen. */
export interface Choice {
  key: string
  label: string
  /** beside the label: what it is, or what tells it from others of the same name */
  detail?: string | undefined
}

export interface Search<Item> {
  isOpen: boolean
  /** undefined: nothing was typed since the list was opened */
  typed: string | undefined
  open: () => void
  type: (text: string) => void
  close: () => void
  items: readonly Item[]
  isSearching: boolean
  error: unknown
}

/**
 * Finds on the server what a person types. A response belongs to the text that it was requested for: one that comes late
 * is never shown for a later text.
 */
export function useSearch<Item extends Choice>(
  key: QueryKey,
  load: (search: string, signal: AbortSignal) => Promise<readonly Item[]>,
): Search<Item> {
  const [isOpen, setIsOpen] = useState(false)
  const [typed, setTyped] = useState<string>()
  const text = typed?.trim() ?? ''
  const settled = useDelayed(text)
  // The first page needs no patience.
  const wanted = text === '' ? text : settled
  const isSettled = wanted === text
  const found = useQuery({
    enabled: isOpen && isSettled,
    queryKey: [...key, wanted],
    queryFn: ({ signal }) => load(wanted, signal),
  })
  const { data, error } = isSettled ? found : { error: null }
  return {
    isOpen,
    typed,
    open: () => setIsOpen(true),
    type(text) {
      setTyped(text)
      setIsOpen(true)
    },
    close() {
      setTyped(undefined)
      setIsOpen(false)
    },
    items: data ?? [],
    isSearching: isOpen && (!isSettled || found.isFetching) && data === undefined,
    error,
  }
}
