import { useState } from 'react'

const ON_ONE_PAGE = 50

/** A long list in pages. `key` is the search: another one starts at its first page. */
export function usePages<Item>(items: readonly Item[], key: string) {
  const [turned, setTurned] = useState({ key, page: 1 })
  const pages = Math.max(1, Math.ceil(items.length / ON_ONE_PAGE))
  const page = Math.min(turned.key === key ? turned.page : 1, pages)
  return {
    page,
    pages,
    shown: items.slice((page - 1) * ON_ONE_PAGE, page * ON_ONE_PAGE),
    onTurn: (next: number) => setTurned({ key, page: next }),
  }
}
