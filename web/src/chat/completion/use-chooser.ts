import { type KeyboardEvent, useState } from 'react'

export interface Chooser<Item> {
  listId: string
  items: readonly Item[]
  active: Item | undefined
  /** The id of an item in the page. */
  idOf: (item: Item) => string
  choose: (item: Item) => void
  /** Returns whether the list handled the key. */
  onKey: (event: KeyboardEvent) => boolean
}

interface ChooserOptions<Item> {
  listId: string
  items: readonly Item[]
  /** The query of the suggestions. With another query, the first one is active again. */
  query: string
  onChoose: (item: Item) => void
  onDismiss: () => void
}

/** A list that is chosen from while the focus stays in a field. */
export function useChooser<Item>({
  listId,
  items,
  query,
  onChoose,
  onDismiss,
}: ChooserOptions<Item>): Chooser<Item> {
  const [at, setAt] = useState({ query, index: 0 })
  const index = at.query === query ? Math.min(at.index, items.length - 1) : 0
  const active = items[index]

  function onKey(event: KeyboardEvent): boolean {
    if (!active || event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey)
      return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setAt({ query, index: (index + step + items.length) % items.length })
    else if ((event.key === 'Enter' && !event.shiftKey) || (event.key === 'Tab' && !event.shiftKey))
      onChoose(active)
    else if (event.key === 'Escape') onDismiss()
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }
  return {
    listId,
    items,
    active,
    idOf: (item) => `${listId}-${items.indexOf(item)}`,
    choose: onChoose,
    onKey,
  }
}
