import { secondsOf } from '../../../platform/clock.ts'
import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { recordAudit } from '../../identity/audit/record-audit.ts'
import { directoriesTable } from '../../identity/directories/directory-tables.ts'
import { realmChanged } from '../../identity/realms/realm-events.ts'
import type { Actor } from '../../identity/users/user.ts'
import { listLocalAdministrators } from '../last-administrator.ts'
import type { LdapReport } from './ldap-report.ts'
import {
  checkLdapSettings,
  connectionOf,
  findLdap,
  isSameDirectory,
  type LdapSettings,
  ldapKey,
} from './ldap-settings.ts'
import { type LdapTest, testLdap } from './test-ldap.ts'

interface WantedLdap {
  settings: LdapSettings
  /** undefined: as it is stored */
  bindPassword: string | undefined
}

/** Never with the password. */
export async function showLdap(chat: ChatPlatform, { realm }: Actor) {
  const ldap = await findLdap(chat, chat.database.read, realm.id)
  return {
    settings: ldap?.settings ?? null,
    has_password: ldap?.row.secret_sealed != null,
    report: ldap?.row.report ? (JSON.parse(ldap.row.report) as LdapReport) : null,
  }
}

/** Says what is wrong with settings, before they are stored. */
export async function tryLdap(chat: ChatPlatform, { realm }: Actor, wanted: WantedLdap): Promise<LdapTest> {
  checkLdapSettings(wanted.settings)
  const password = await passwordFor(chat, realm.id, wanted)
  return testLdap(wanted.settings, connectionOf(chat, realm, wanted.settings, password))
}

export async function storeLdap(
  chat: ChatPlatform,
  { realm, user }: Actor,
  wanted: WantedLdap,
): Promise<void> {
  checkLdapSettings(wanted.settings)
  const password = await passwordFor(chat, realm.id, wanted)
  await chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    if (wanted.settings.sign_in && (await listLocalAdministrators(db, realm.id)).length === 0) {
      throw badRequest(
        'Give an administrator a password first: otherwise nobody gets in when the directory is not there.',
      )
    }
    const before = await directoriesTable.find(db, ldapKey(realm.id))
    await directoriesTable.put(db, {
      ...ldapKey(realm.id),
      settings: JSON.stringify(wanted.settings),
      secret_sealed: password === '' ? null : chat.secrets.encrypt(password),
      token_hash: null,
      created_at: before?.created_at ?? secondsOf(chat.clock),
      used_at: before?.used_at ?? null,
      due_at: wanted.settings.sync_minutes === 0 ? null : secondsOf(chat.clock),
      report: null,
      changed_by: user.id,
    })
    await recordAudit(transaction, {
      action: before ? 'directory.changed' : 'directory.connected',
      id: 'ldap',
      before: before ? JSON.parse(before.settings) : null,
      after: wanted.settings,
    })
    // Wakes the job on the server that leads.
    transaction.announce(realmChanged(realm.id))
  })
  chat.log.info(
    { realmId: realm.id, administratorId: user.id },
    'an administrator has changed the LDAP directory',
  )
}

/** Accounts stay as they are; those without a password need one. */
export async function removeLdap(chat: ChatPlatform, { realm, user }: Actor): Promise<void> {
  await chat.transact(realm.id, async (transaction) => {
    if (!(await directoriesTable.remove(transaction.db, ldapKey(realm.id)))) return
    await recordAudit(transaction, { action: 'directory.removed', id: 'ldap' })
  })
  chat.log.info(
    { realmId: realm.id, administratorId: user.id },
    'an administrator has removed the LDAP directory',
  )
}

/** A stored password goes to the server that it was stored for, and to no other. */
async function passwordFor(
  chat: ChatPlatform,
  realmId: number,
  { settings, bindPassword }: WantedLdap,
): Promise<string> {
  if (bindPassword !== undefined) return bindPassword
  const stored = await findLdap(chat, chat.database.read, realmId)
  if (!stored || stored.connection.password === '') return ''
  if (isSameDirectory(stored.settings, settings)) return stored.connection.password
  throw badRequest('Type the password of the bind DN again: the directory has changed.')
}
