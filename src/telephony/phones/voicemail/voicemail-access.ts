import { isActingAsUser, recordOpenings } from '../../company/audit/record-openings.ts'
import type { Actor } from '../../identity/actor.ts'
import { fullName } from '../../identity/contact.ts'
import { findContacts } from '../../identity/contact-store.ts'
import { viewerOf } from '../../identity/permissions.ts'
import { notFound } from '../../problem.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../telephony-platform.ts'
import { type VoicemailTable, voicemailTable } from './voicemail-table.ts'

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
  platform: TelephonyPlatform,
  actor: Actor,
  userIds: readonly (string | null)[],
): Promise<void> {
  const ids = [...new Set(userIds)]
    .filter((id) => id !== null)
    .filter((id) => id !== actor.contact.id || isActingAsUser(actor))
  await recordOpenings(platform, actor, {
    action: 'mailbox.opened',
    ids,
    async describe(db, opened) {
      const users = await findContacts(db, actor.company.id, opened)
      return new Map([...users].map(([id, user]) => [id, { name: fullName(user) }]))
    },
  })
}
