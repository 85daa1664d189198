import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import { realmsTable } from '../../identity/realms/realm.ts'
import { realmChanged, realmPropertyChanged } from '../../identity/realms/realm-events.ts'
import { updateRealm } from '../../identity/realms/realm-store.ts'
import type { Actor } from '../../identity/users/user.ts'
import { realmDomainRemoved, realmDomainSaved, viewRealmDomain } from './realm-domain-events.ts'
import { realmDomainsTable } from './realm-domains-table.ts'

/** Every new address is compared with all of them. */
const DOMAINS_LIMIT = 200

export const getRealmDomains = (chat: ChatPlatform, { realm }: Actor) =>
  realmDomainsTable.list(chat.database.read, { realm_id: realm.id })

export function addRealmDomain(
  chat: ChatPlatform,
  { realm }: Actor,
  given: string,
  allowSubdomains: boolean,
): Promise<void> {
  const domain = checkDomain(given)
  return chat.transact(realm.id, async (transaction) => {
    const known = await realmDomainsTable.list(transaction.db, { realm_id: realm.id })
    if (known.some((row) => row.domain === domain)) {
      throw badRequest(`The domain ${domain} is already a part of your organization.`)
    }
    if (known.length >= DOMAINS_LIMIT) throw badRequest(`Too many domains (limit: ${DOMAINS_LIMIT})`)
    const row = { realm_id: realm.id, domain, allow_subdomains: allowSubdomains ? 1 : 0 }
    await realmDomainsTable.put(transaction.db, row)
    transaction.announce(realmDomainSaved('add', viewRealmDomain(row)))
    await recordAudit(transaction, { action: 'domain.added', id: domain, after: viewRealmDomain(row) })
  })
}

export function changeRealmDomain(
  chat: ChatPlatform,
  { realm }: Actor,
  given: string,
  allowSubdomains: boolean,
): Promise<void> {
  const domain = given.toLowerCase()
  return chat.transact(realm.id, async (transaction) => {
    const known = await realmDomainsTable.list(transaction.db, { realm_id: realm.id })
    if (!known.some((row) => row.domain === domain)) throw unknownDomain(given)
    const row = { realm_id: realm.id, domain, allow_subdomains: allowSubdomains ? 1 : 0 }
    await realmDomainsTable.put(transaction.db, row)
    transaction.announce(realmDomainSaved('change', viewRealmDomain(row)))
    await recordAudit(transaction, { action: 'domain.changed', id: domain, after: viewRealmDomain(row) })
  })
}

/** Without its last domain, an organization is no longer restricted: otherwise nobody could join. */
export function removeRealmDomain(chat: ChatPlatform, actor: Actor, given: string): Promise<void> {
  const domain = given.toLowerCase()
  return chat.transact(actor.realm.id, async (transaction) => {
    const { db } = transaction
    const known = await realmDomainsTable.list(db, { realm_id: actor.realm.id })
    if (!known.some((row) => row.domain === domain)) throw unknownDomain(given)
    await realmDomainsTable.remove(db, { realm_id: actor.realm.id, domain })
    transaction.announce(realmDomainRemoved(domain))
    await recordAudit(transaction, { action: 'domain.removed', id: domain })
    const realm = (await realmsTable.find(db, { id: actor.realm.id }))!
    if (known.length > 1 || !realm.settings.emails_restricted_to_domains) return
    await updateRealm(db, { ...realm, settings: { ...realm.settings, emails_restricted_to_domains: false } })
    transaction.announce(realmPropertyChanged('emails_restricted_to_domains', false))
    transaction.announce(realmChanged(realm.id))
  })
}

const unknownDomain = (given: string) => badRequest(`No entry found for domain ${given}.`)

function checkDomain(given: string): string {
  const domain = given.trim().toLowerCase()
  if (domain === '') throw badRequest("Domain can't be empty.")
  const isDomain = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/.test(domain)
  if (!isDomain || domain.length > 190) throw badRequest(`Invalid domain: ${given.slice(0, 200)}`)
  return domain
}
