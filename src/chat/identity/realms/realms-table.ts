declare module '../../chat-tables.ts' {
  interface ChatTables {
    realms: RealmsTable
  }
}

/** An organization. One per host name; the empty host is the root domain. */
export interface RealmsTable {
  id: number
  host: string
  name: string
  description: string
  created_at: number
  deactivated: number
  /** JSON: what differs from the defaults of realm-settings.ts */
  settings: string
  /** JSON: personal settings of people who join, where they differ from those of user-settings.ts */
  user_defaults: string
  /** null: generated from the name */
  icon_url: string | null
}
