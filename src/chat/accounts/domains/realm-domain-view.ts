import { type Static, Type } from '@sinclair/typebox'
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
