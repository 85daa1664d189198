import { useState } from 'react'

export interface Selection<Item> {
  items: readonly Item[]
  has(item: Item): boolean
  toggle(item: Item): void
  /** For the box of all rows on the page. */
  state(shown: readonly Item[]): 'none' | 'some' | 'all'
  toggleAll(shown: readonly Item[]): void
  /** Only these stay selected: the others were dealt with. */
  keep(items: readonly Item[]): void
}

/** What is selected in a list, on all its pages. */
export function useSelection<Item>(idOf: (item: Item) => string): Selection<Item> {
  const [chosen, setChosen] = useState<ReadonlyMap<string, Item>>(new Map())
  const mapOf = (items: readonly Item[]) => new Map(items.map((item) => [idOf(item), item]))
  function state(shown: readonly Item[]) {
    const count = shown.filter((item) => chosen.has(idOf(item))).length
    return count === 0 ? 'none' : count < shown.length ? 'some' : 'all'
  }
  return {
    items: [...chosen.values()],
    has: (item) => chosen.has(idOf(item)),
    toggle(item) {
      const next = new Map(chosen)
      if (!next.delete(idOf(item))) next.set(idOf(item), item)
      setChosen(next)
    },
    state,
    toggleAll(shown) {
      const next = new Map(chosen)
      if (state(shown) === 'all') for (const item of shown) next.delete(idOf(item))
      else for (const item of shown) next.set(idOf(item), item)
      setChosen(next)
    },
    keep: (items) => setChosen(mapOf(items)),
  }
}
