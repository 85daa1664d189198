import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDelayed } from '../ui/use-delayed.ts'
import type { Filter, FilterValues, Listing, ListState } from './resource.ts'

const ON_ONE_PAGE = 50

export interface Rows<Item> {
  /** On this page; undefined: they are being loaded. */
  items: readonly Item[] | undefined
  total: number
  page: number
  pages: number
  error: unknown
  values: FilterValues
  isFiltered: boolean
  /** There is nothing at all. */
  isEmpty: boolean
  change: (values: FilterValues) => void
  onTurn: (page: number) => void
  reload: () => void
}

/** The page of a list that is wanted: from the server, or of what is known. */
export function useRows<Item>(resource: Listing<Item>): Rows<Item> {
  const { items: known, query, pages: source, filters = [], matches } = resource
  const [own, setOwn] = useState(() => ({ page: 1, values: valuesOf(filters) }))
  const [kept, keep] = resource.kept ?? []
  const state: ListState = kept ?? own
  const setState = keep ?? setOwn
  const empty = Object.fromEntries(filters.map(({ name }) => [name, '']))
  const wanted = useDelayed(state.values)
  const loaded = useQuery({
    queryKey: source ? [...source.key, state.page, wanted] : [],
    queryFn: ({ signal }) => source!.load({ page: state.page, values: wanted, signal }),
    enabled: source !== undefined,
    refetchInterval: source?.refetchInterval ?? false,
  })
  const values = source ? wanted : state.values
  const isFiltered = Object.values(values).some((value) => value.trim() !== '')
  const shared = {
    values: state.values,
    isFiltered,
    change: (next: FilterValues) => setState({ page: 1, values: { ...empty, ...next } }),
    onTurn: (page: number) => setState({ ...state, page }),
  }
  if (source) {
    const items = loaded.data && (loaded.data.items ?? [])
    const { page = 1, pages = 1, total = 0 } = loaded.data ?? {}
    return {
      ...shared,
      items,
      total,
      page,
      pages,
      error: loaded.error,
      isEmpty: items?.length === 0 && !isFiltered,
      reload: () => void loaded.refetch(),
    }
  }
  const all = query ? query.data : known
  const found = matches ? all?.filter((item) => matches(item, values)) : all
  const pages = Math.max(1, Math.ceil((found?.length ?? 0) / ON_ONE_PAGE))
  const page = Math.min(state.page, pages)
  return {
    ...shared,
    items: found?.slice((page - 1) * ON_ONE_PAGE, page * ON_ONE_PAGE),
    total: found?.length ?? 0,
    page,
    pages,
    error: query?.error ?? null,
    isEmpty: all?.length === 0,
    reload: () => void query?.refetch(),
  }
}

const valuesOf = (filters: readonly Filter[]): FilterValues =>
  Object.fromEntries(filters.map(({ name, initial = '' }) => [name, initial]))

/** Whether a text contains what was typed into the search field. */
export const contains = (text: string, search: string | undefined) =>
  text.toLowerCase().includes((search ?? '').trim().toLowerCase())
