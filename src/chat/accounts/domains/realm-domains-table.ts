import { table } from '../../chat-tables.ts'

declare module '../../chat-tables.ts' {
  interface ChatTables {
    realm_domains: RealmDomainsTable
  }
}

/** The email domains of an organization. */
export interface RealmDomainsTable {
  realm_id: number
  /** lower case */
  domain: string
  allow_subdomains: number
}

export const realmDomainsTable = table('realm_domains', ['realm_id', 'domain'])
