import { recordChange } from '../../company/audit/record-change.ts'
import type { Actor, Author } from '../../identity/actor.ts'
import { underLegalHold } from '../../legal-holds.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../telephony-platform.ts'
import { placeOfRecording } from '../pbx/place-of-recording.ts'
import { isHeldVoicemail } from './legal-hold-store.ts'
import { visibleVoicemail } from './voicemail-access.ts'
import { type VoicemailView, voicemailDeleted, voicemailView } from './voicemail-events.ts'
import { type VoicemailTable, voicemailTable } from './voicemail-table.ts'

export const deleteVoicemail = (
  platform: TelephonyPlatform,
  actor: Actor,
  id: string,
): Promise<VoicemailView> => deleteFoundVoicemail(platform, actor, (db) => visibleVoicemail(db, actor, id))

/** Deletes the message that `find` finds. */
export async function deleteFoundVoicemail(
  { clock, contents, legalHolds, transact }: TelephonyPlatform,
  author: Author,
  find: (db: TelephonyDb) => Promise<VoicemailTable>,
): Promise<VoicemailView> {
  const { company } = author
  const held = await legalHolds.heldUsers(company.id)
  const view = await transact(company.id, async (tx) => {
    const message = await find(tx.db)
    if (await isHeldVoicemail(tx.db, message, held)) throw underLegalHold('This message is')
    const before = voicemailView(message, company.public_id)
    const { id } = before
    await voicemailTable.remove(tx.db, { company_id: company.id, id })
    await tx.outbox.cancel('voicemail_mail', id)
    await recordChange(tx, clock, author, { action: 'voicemail_message.deleted', id, before, after: null })
    tx.announce(voicemailDeleted(company, before))
    return before
  })
  await contents.remove(placeOfRecording(company, view.id))
  return view
}
