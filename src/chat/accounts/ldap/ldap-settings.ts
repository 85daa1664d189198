import { type Static, Type } from '@sinclair/typebox'
import type { LdapConnection } from '../../../platform/outgoing/ldap-client.ts'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, Db } from '../../chat-platform.ts'
import { type DirectoriesTable, directoriesTable } from '../../identity/directories/directory-tables.ts'
import { type Realm, realmsTable } from '../../identity/realms/realm.ts'
import { groupMappingFields } from '../directories/group-mapping.ts'

const line = (description: string) => Type.String({ maxLength: 1000, description })
const name = (description: string) => Type.String({ pattern: '^[A-Za-z0-9.;-]{1,100}$', description })

export const LdapSettingsSchema = Type.Object(
  {
    url: line('Such as `ldaps://ldap.example.com`, or `ldap://` with `start_tls`.'),
    start_tls: Type.Boolean({ description: 'Encrypts a connection that began without.' }),
    ca: Type.String({
      maxLength: 100_000,
      description: 'Certificates in PEM that vouch for the directory; empty: the usual ones.',
    }),
    bind_dn: line('As whom this server searches; empty: as nobody.'),
    base_dn: line('Below which the people are.'),
    user_filter: line('Which of the entries are people, such as `(objectClass=person)`.'),
    login_attribute: name('What people may type instead of their email address, such as `uid`.'),
    id_attribute: name('What never changes: `entryUUID`, or `objectGUID` in Active Directory.'),
    email_attribute: name('Such as `mail`.'),
    name_attribute: name('Such as `cn` or `displayName`.'),
    group_base_dn: line('Below which the groups are; empty: no groups.'),
    group_filter: line('Which of the entries are groups, such as `(objectClass=groupOfNames)`.'),
    group_name_attribute: name('Such as `cn`.'),
    group_member_attribute: name(
      'What names the people: by their DN, `member` or `uniqueMember`; by their login, `memberUid`.',
    ),
    ...groupMappingFields,
    user_groups: Type.Optional(
      Type.Boolean({ description: 'Whether the groups become user groups, which follow them at each sync.' }),
    ),
    sync_minutes: Type.Integer({
      minimum: 0,
      maximum: 1440,
      description: 'How often accounts follow the directory, also of people who do not sign in; 0: never.',
    }),
    sign_in: Type.Boolean({ description: 'Whether people sign in with their password of the directory.' }),
  },
  { additionalProperties: false },
)

export type LdapSettings = Static<typeof LdapSettingsSchema>

export interface StoredLdap {
  row: DirectoriesTable
  settings: LdapSettings
  connection: LdapConnection
}

export const ldapKey = (realmId: number) => ({ realm_id: realmId, directory: 'ldap' }) as const

interface OutgoingRules {
  config: Pick<ChatPlatform['config'], 'webhooksToPrivateNetworks'>
}

/** undefined: the organization has no LDAP directory. */
export async function findLdap(
  chat: Pick<ChatPlatform, 'secrets'> & OutgoingRules,
  db: Db,
  realmId: number,
): Promise<StoredLdap | undefined> {
  const row = await directoriesTable.find(db, ldapKey(realmId))
  if (!row) return undefined
  const settings: LdapSettings = JSON.parse(row.settings)
  const password = row.secret_sealed === null ? '' : chat.secrets.decrypt(row.secret_sealed)
  const realm = (await realmsTable.find(db, { id: realmId }))!
  return { row, settings, connection: connectionOf(chat, realm, settings, password) }
}

/**
 * Directories are in private networks. The organization that runs the server connects to any; the others only where
 * their webhooks may go.
 */
export const connectionOf = (
  { config }: OutgoingRules,
  realm: Realm,
  settings: LdapSettings,
  password: string,
): LdapConnection => ({
  url: settings.url,
  startTls: settings.start_tls,
  ca: settings.ca,
  bindDn: settings.bind_dn,
  password,
  onlyPublic: realm.host !== '' && !config.webhooksToPrivateNetworks,
})

/** The password is sent to the directory: without encryption, everybody on the way could read it. */
export function checkLdapSettings(settings: LdapSettings): void {
  const url = URL.canParse(settings.url) ? new URL(settings.url) : undefined
  if (
    !url ||
    !/^ldaps?:$/.test(url.protocol) ||
    url.hostname === '' ||
    !/^\/?$/.test(url.pathname + url.search)
  ) {
    throw badRequest('The address of the directory must be ldaps://host or ldap://host')
  }
  if (url.username !== '' || url.password !== '') {
    throw badRequest('The address of the directory must not contain a password')
  }
  const isLocal = /^(?:localhost|127\.[\d.]+|\[::1\])$/.test(url.hostname)
  if (url.protocol === 'ldap:' && !settings.start_tls && !isLocal) {
    throw badRequest('Use ldaps://, or StartTLS: otherwise everybody on the way reads the passwords')
  }
  if (settings.base_dn.trim() === '') throw badRequest('The base DN is missing')
  for (const filter of [settings.user_filter, ...(settings.group_base_dn ? [settings.group_filter] : [])]) {
    if (!/^\(.*\)$/s.test(filter.trim())) throw badRequest(`The filter ${filter} must be in parentheses`)
  }
}

/** Whether a stored password may be sent: to another address, the administrator types it again. */
export const isSameDirectory = (one: LdapSettings, other: LdapSettings): boolean =>
  one.url === other.url &&
  one.start_tls === other.start_tls &&
  one.ca === other.ca &&
  one.bind_dn === other.bind_dn
