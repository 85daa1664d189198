import { announceChanged } from '../../company/audit/record-change.ts'
import { currentCompany } from '../../identity/current-company.ts'
import type { Identity } from '../../identity/identity.ts'
import { placeOfRecording } from './place-of-recording.ts'
import { voicemailDeleted } from './voicemail-events.ts'
import { deleteVoicemailRow, findVoicemail } from './voicemail-store.ts'
import { voicemailView } from './voicemail-view.ts'

/** Deletes a message whose recording has been mailed. Other mails about it are still sent. */
export async function removeMailedVoicemail(
  identity: Identity,
  { company_id: companyId, message_id: id }: { company_id: number; message_id: string },
): Promise<void> {
  const company = await currentCompany(identity, companyId)
  if (!company) return
  await identity.transact(company.id, async (tx) => {
    const message = await findVoicemail(tx.db, company.id, id)
    if (!message) return
    await deleteVoicemailRow(tx.db, company.id, id)
    announceChanged(tx, 'voicemail_message', id)
    tx.announce(voicemailDeleted(company, voicemailView(message, company.public_id)))
  })
  await identity.contents.remove(placeOfRecording(company, id))
}
