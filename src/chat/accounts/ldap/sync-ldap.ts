import { secondsOf } from '../../../platform/clock.ts'
import { runExclusive } from '../../../platform/concurrency/run-exclusive.ts'
import { LdapFailure, withLdap } from '../../../platform/outgoing/ldap-client.ts'
import { ChatError } from '../../chat-error.ts'
import { directoriesTable, directoryLinksTable } from '../../identity/directories/directory-tables.ts'
import { realmUri } from '../../identity/realm-addresses.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { isBot, type User } from '../../identity/users/user.ts'
import { findUserByEmail } from '../../identity/users/user-store.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import type { Messages } from '../../messages/messages.ts'
import { deactivateWithin } from '../deactivate-user.ts'
import { AddressTaken } from '../directories/provision-person.ts'
import { isLastLocalAdministrator, refuseLastAdministratorLeaving } from '../last-administrator.ts'
import { queueMail } from '../mails/queue-mail.ts'
import { type LdapReport, limitOfMissing, name, newReport } from './ldap-report.ts'
import { findLdap, type LdapSettings, ldapKey, type StoredLdap } from './ldap-settings.ts'
import { ClosedByAdministrator, ldapLinkKey, linkLdapPerson } from './link-ldap-person.ts'
import {
  findLdapGroups,
  type LdapGroup,
  type LdapPerson,
  peopleSearch,
  readLdapPerson,
} from './read-ldap-person.ts'
import { syncLdapGroups } from './sync-ldap-groups.ts'

const MAX_PEOPLE = 50_000
/** To read all of a directory: a minute for the largest, and as much for a slow network. */
const READ_TIMEOUT_MS = 120_000

interface SyncOptions {
  isDryRun?: boolean
  closesMany?: boolean
  /** aborted when the server stops */
  stopping?: AbortSignal
}

/** One at a time for an organization. Stores what it has done, unless it is a dry run. */
export function syncLdap(
  chat: Messages,
  realm: Realm,
  { isDryRun = false, closesMany = false, stopping }: SyncOptions = {},
): Promise<LdapReport> {
  return runExclusive(`ldap sync of ${realm.id}`, async () => {
    const ldap = await findLdap(chat, chat.database.read, realm.id)
    const report = newReport(secondsOf(chat.clock), isDryRun)
    if (!ldap) return { ...report, problem: 'There is no LDAP directory' }
    try {
      const directory = await readDirectory(ldap, report.at, stopping)
      await sync(chat, realm, ldap.settings, directory, report, closesMany)
    } catch (error) {
      if (!(error instanceof LdapFailure)) throw error
      if (stopping?.aborted) return report
      report.problem = error.message
    }
    if (!isDryRun) await storeReport(chat, realm, ldap, report)
    return report
  })
}

interface Directory {
  groups: LdapGroup[]
  people: LdapPerson[]
}

function readDirectory(
  { settings, connection }: StoredLdap,
  now: number,
  stopping: AbortSignal | undefined,
): Promise<Directory> {
  const timeout = AbortSignal.timeout(READ_TIMEOUT_MS)
  const signal = stopping ? AbortSignal.any([timeout, stopping]) : timeout
  return withLdap(
    connection,
    async (client) => {
      const groups = await findLdapGroups(client, settings)
      const entries = await client.search(peopleSearch(settings, settings.user_filter.trim(), MAX_PEOPLE))
      return {
        groups,
        people: entries.flatMap((entry) => readLdapPerson(settings, entry, groups, now) ?? []),
      }
    },
    signal,
  )
}

async function sync(
  chat: Messages,
  realm: Realm,
  settings: LdapSettings,
  { groups, people }: Directory,
  report: LdapReport,
  closesMany: boolean,
): Promise<void> {
  report.people = people.length
  const { read } = chat.database
  const links = await directoryLinksTable.list(read, { realm_id: realm.id, directory: 'ldap', kind: 'user' })
  const users = new Map((await usersTable.list(read, { realm_id: realm.id })).map((user) => [user.id, user]))
  const userOf = new Map(links.map((link) => [link.external_id, users.get(link.object_id)]))
  const closedBySync = new Set(links.filter((link) => link.removed_at !== null).map((link) => link.object_id))
  for (const person of people) {
    const user = userOf.get(person.externalId)
    // Whom this has not opened, an administrator has closed.
    const isOpen = person.isActive || (user && !closedBySync.has(user.id))
    if (isOpen && !(user && isSame(user, person))) await bring(chat, realm, user, person, report)
  }
  const linked = links.filter((link) => link.removed_at === null)
  const isPresent = new Map(people.map((person) => [person.externalId, person.isActive]))
  const openOnes = (isActive: false | undefined) =>
    linked
      .filter((link) => isPresent.get(link.external_id ?? '') === isActive)
      .flatMap((link) => users.get(link.object_id) ?? [])
      .filter((user) => user.is_active)
  for (const user of openOnes(false)) await close(chat, realm, user, report)
  await closeMissing(chat, realm, openOnes(undefined), { report, linked: linked.length, closesMany })
  // Of a directory that is half there, groups would lose their members.
  if (settings.user_groups && report.problem === null) {
    await syncLdapGroups(chat, realm, { groups, people, closesMany }, report)
  }
}

const isSame = (user: User, person: LdapPerson): boolean =>
  person.isActive === (user.is_active === 1) &&
  user.email === person.email &&
  user.full_name === person.fullName &&
  (person.role === undefined || person.role === user.role)

async function bring(
  chat: Messages,
  realm: Realm,
  user: User | undefined,
  person: LdapPerson,
  report: LdapReport,
): Promise<void> {
  // Closing has a limit, and follows.
  if (!person.isActive) return
  // The sync takes over the account that has the address.
  const isKnown = user !== undefined || (await findUserByEmail(chat.database.read, realm.id, person.email))
  const list = isKnown ? report.changed : report.created
  if (report.is_dry_run) return name(list, person.email)
  try {
    await chat.transact(realm.id, (transaction) => linkLdapPerson(chat, transaction, realm, person))
    name(list, person.email)
  } catch (error) {
    const isRefusal =
      error instanceof ChatError || error instanceof AddressTaken || error instanceof ClosedByAdministrator
    if (!isRefusal) throw error
    name(report.refused, `${person.email}: ${error.message}`)
  }
}

/** A directory that is empty or half there must not close everybody's account. Who is disabled there is not missing. */
async function closeMissing(
  chat: Messages,
  realm: Realm,
  missing: readonly User[],
  { report, linked, closesMany }: { report: LdapReport; linked: number; closesMany: boolean },
): Promise<void> {
  const limit = limitOfMissing(linked)
  if (report.people === 0 || (missing.length > limit && !closesMany)) {
    if (missing.length === 0) return
    report.held_back = missing.length
    report.problem = `The directory lacks ${missing.length} of ${linked} people (limit: ${limit}). Nobody was closed. If this is right, sync with closes_many.`
    return
  }
  for (const user of missing) await close(chat, realm, user, report)
}

async function close(chat: Messages, realm: Realm, { id, email }: User, report: LdapReport): Promise<void> {
  if (report.is_dry_run) return name(report.closed, email)
  try {
    await chat.transact(realm.id, async (transaction) => {
      const { db } = transaction
      const user = await usersTable.find(db, { realm_id: realm.id, id })
      if (!user?.is_active) return
      if (await isLastLocalAdministrator(db, user)) {
        throw new ChatError('The last administrator with a password stays')
      }
      await refuseLastAdministratorLeaving(db, user)
      await deactivateWithin(transaction, user)
      const now = secondsOf(chat.clock)
      await directoryLinksTable.update(db, ldapLinkKey(realm.id, id), { removed_at: now, changed_at: now })
    })
    name(report.closed, email)
  } catch (error) {
    if (!(error instanceof ChatError)) throw error
    name(report.refused, `${email}: ${error.message}`)
  }
}

async function storeReport(
  chat: Messages,
  realm: Realm,
  { row, settings }: StoredLdap,
  report: LdapReport,
): Promise<void> {
  const before = row.report === null ? null : (JSON.parse(row.report) as LdapReport)
  if (report.held_back && !before?.held_back) await mailAdministrators(chat, realm, report.problem!)
  const due_at = settings.sync_minutes === 0 ? null : report.at + settings.sync_minutes * 60
  await chat.database.write(realm.id, {
    work: ({ db }) =>
      directoriesTable.update(db, ldapKey(realm.id), {
        report: JSON.stringify(report),
        used_at: report.at,
        due_at,
      }),
  })
  const { created, changed, closed, refused, groups, problem } = report
  const counts = {
    created: created.count,
    changed: changed.count,
    closed: closed.count,
    refused: refused.count,
    groups: groups.count,
  }
  if (problem !== null)
    chat.log.warn({ realmId: realm.id, problem }, 'the LDAP directory could not be followed')
  else if (created.count + changed.count + closed.count + groups.count > 0) {
    chat.log.info({ realmId: realm.id, ...counts }, 'accounts follow the LDAP directory')
  }
}

/** Once, until a sync has found nobody too many missing. */
function mailAdministrators(chat: Messages, realm: Realm, problem: string): Promise<void> {
  return chat.transact(realm.id, async (transaction) => {
    const all = { realm_id: realm.id, role: 'administrator', is_active: 1 } as const
    const administrators = (await usersTable.list(transaction.db, all)).filter((user) => !isBot(user))
    const mail = {
      to: administrators.map(({ email }) => email),
      subject: `Many people are missing in the directory of ${realm.name.replaceAll(/\s+/g, ' ')}`,
      text: `Hello,\n\n${problem}\n\nUntil then, people who leave keep their accounts: ${realmUri(chat.config.publicUrl, realm)}/#organization/directories\n`,
    }
    await queueMail(chat, transaction, realm, mail, `directory of ${realm.id}`)
  })
}
