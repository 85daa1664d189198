import { findRecentSubjects } from '../../company/audit/audit-store.ts'
import { recordChanges } from '../../company/audit/record-change.ts'
import type { Actor } from '../../identity/actor.ts'
import { fullName } from '../../identity/contact.ts'
import { findContacts } from '../../identity/contact-store.ts'
import { viewerOf } from '../../identity/permissions.ts'
import { notFound } from '../../problem.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../telephony-platform.ts'
import { type VoicemailTable, voicemailTable } from './voicemail-table.ts'

/** Somebody who listens to several messages of a mailbox has opened it once. */
const OPENED_INTERVAL_MS = 3_600_000

/** For the user of the mailbox and the owner. Other messages are not found. */
export async function voicemailToHear(
  platform: TelephonyPlatform,
  actor: Actor,
  id: string,
): Promise<VoicemailTable> {
  const message = await visibleVoicemail(platform.database.read, actor, id)
  await recordOpenedMailboxes(platform, actor, [message.user_id])
  return message
}

export async function visibleVoicemail(db: TelephonyDb, actor: Actor, id: string): Promise<VoicemailTable> {
  const message = await voicemailTable.find(db, { company_id: actor.company.id, id })
  const viewer = viewerOf(actor, 'hear voicemail')
  if (!message || (viewer !== undefined && message.user_id !== viewer)) {
    throw notFound('There is no such voicemail message')
  }
  return message
}

/** Records in the audit trail whose mailboxes the actor opens, unless they are the actor's own, or nobody's. */
export async function recordOpenedMailboxes(
  { clock, database, transact }: TelephonyPlatform,
  actor: Actor,
  userIds: readonly (string | null)[],
): Promise<void> {
  // The Idempotency-Key is for the change that follows, if any.
  const { retryKey: _, ...author } = actor
  const { caller, company, contact } = author
  const isActing = caller.kind === 'person' && caller.owner !== null
  const others = [...new Set(userIds)].flatMap((id) =>
    id === null || (id === contact.id && !isActing) ? [] : [id],
  )
  if (others.length === 0) return
  const findUnrecorded = async (db: TelephonyDb) => {
    const since = clock.now() - OPENED_INTERVAL_MS
    const filter = { action: 'mailbox.opened', contactId: contact.id, subjectIds: others, since }
    const recent = await findRecentSubjects(db, company.id, filter)
    return others.filter((id) => !recent.has(id))
  }
  if ((await findUnrecorded(database.read)).length === 0) return
  await transact(company.id, async (tx) => {
    const opened = await findUnrecorded(tx.db)
    const users = await findContacts(tx.db, company.id, opened)
    const changes = opened.map((id) => {
      const user = users.get(id)
      return {
        action: 'mailbox.opened',
        id,
        before: null,
        after: user ? { name: fullName(user) } : null,
      } as const
    })
    if (changes.length > 0) await recordChanges(tx, clock, author, changes)
  })
}
