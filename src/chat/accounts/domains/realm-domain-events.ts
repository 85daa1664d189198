import { type Static, Type } from '@sinclair/typebox'
import type { Audience } from '../../audience.ts'
import type { NewChatEvent } from '../../chat-event-map.ts'
import type { InitialPart } from '../../people/initial-context.ts'
import { type RealmDomainsTable, realmDomainsTable } from './realm-domains-table.ts'

export const RealmDomainSchema = Type.Object(
  { domain: Type.String(), allow_subdomains: Type.Boolean() },
  { additionalProperties: false },
)

export type RealmDomainView = Static<typeof RealmDomainSchema>

export const viewRealmDomain = ({ domain, allow_subdomains }: RealmDomainsTable): RealmDomainView => ({
  domain,
  allow_subdomains: allow_subdomains === 1,
})

export const initialRealmDomains: InitialPart = async ({ db, actor }) => ({
  realm_domains: (await realmDomainsTable.list(db, { realm_id: actor.realm.id })).map(viewRealmDomain),
})

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    realm_domains: { op: 'add' | 'change'; realm_domain: RealmDomainView } | { op: 'remove'; domain: string }
  }
}

const everyone: Audience = { role: 'everyone' }

export const realmDomainSaved = (
  op: 'add' | 'change',
  domain: RealmDomainView,
): NewChatEvent<'realm_domains'> => ({
  type: 'realm_domains',
  audience: everyone,
  payload: { op, realm_domain: domain },
})

export const realmDomainRemoved = (domain: string): NewChatEvent<'realm_domains'> => ({
  type: 'realm_domains',
  audience: everyone,
  payload: { op: 'remove', domain },
})
