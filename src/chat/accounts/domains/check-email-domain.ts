import { badRequest } from '../../chat-error.ts'
import type { Db } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { realmDomainsTable } from './realm-domains-table.ts'

/** Refuses an email address outside the organization's domains, if the organization is restricted to them. */
export async function checkEmailDomain(db: Db, realm: Realm, email: string): Promise<void> {
  if (await isOutsideDomains(db, realm, email)) {
    throw badRequest(`'${email}' is not in a domain of this organization. Ask an administrator for help.`)
  }
}

export async function isOutsideDomains(db: Db, realm: Realm, email: string): Promise<boolean> {
  if (!realm.settings.emails_restricted_to_domains) return false
  const host = email.trim().toLowerCase().split('@').at(-1)!
  const domains = await realmDomainsTable.list(db, { realm_id: realm.id })
  return !domains.some(
    ({ domain, allow_subdomains: withSubdomains }) =>
      host === domain || (withSubdomains === 1 && host.endsWith(`.${domain}`)),
  )
}
