import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    navigation_views: NavigationViewsTable
  }
}

/** The views that a person keeps in the navigation of a client. */
export interface NavigationViewsTable {
  realm_id: number
  user_id: number
  /** the part of an address after the #, which names the view */
  fragment: string
  is_pinned: number
  /** null: a view that clients know by its fragment */
  name: string | null
}

export const navigationViewsTable = table('navigation_views', ['realm_id', 'user_id', 'fragment'])
