import { recordChange } from '../../company/audit/record-change.ts'
import type { Actor } from '../../identity/actor.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { deleteMailsOfVoicemail } from './mails/voicemail-mail-store.ts'
import { placeOfRecording } from './place-of-recording.ts'
import { visibleVoicemail } from './voicemail-access.ts'
import { voicemailDeleted } from './voicemail-events.ts'
import { deleteVoicemailRow } from './voicemail-store.ts'
import { type VoicemailView, voicemailView } from './voicemail-view.ts'

export async function deleteVoicemail(
  { clock, contents, transact }: TelephonyPlatform,
  actor: Actor,
  id: string,
): Promise<VoicemailView> {
  const { company } = actor
  const view = await transact(company.id, async (tx) => {
    const before = voicemailView(await visibleVoicemail(tx.db, actor, id), company.public_id)
    await deleteVoicemailRow(tx.db, company.id, id)
    await deleteMailsOfVoicemail(tx.db, company.id, id)
    await recordChange(tx, clock, actor, { action: 'voicemail_message.deleted', id, before, after: null })
    tx.announce(voicemailDeleted(company, before))
    return before
  })
  await contents.remove(placeOfRecording(company, id))
  return view
}
