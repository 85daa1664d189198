import { announceChanged } from '../../company/audit/record-change.ts'
import { findInstanceByDomain } from '../../company/instances/instance-store.ts'
import { findCompany } from '../../identity/company-store.ts'
import { newObjectId } from '../../object-id.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { findCallByPbxId, listParties } from '../calls/call-store.ts'
import { findExtensionByNumber } from '../extensions/extension-store.ts'
import type { RecordedMessage } from '../pbx/pbx.ts'
import { receiveOnce } from '../pbx/receive-once.ts'
import { insertReceived } from '../pbx/received-recording-store.ts'
import { insertVoicemailMails } from './mails/voicemail-mail-store.ts'
import { voicemailMails } from './mails/voicemail-mails.ts'
import { placeOfRecording } from './place-of-recording.ts'
import { voicemailAdded } from './voicemail-events.ts'
import { insertVoicemail } from './voicemail-store.ts'
import { voicemailView } from './voicemail-view.ts'

/** Moves a message from the PBX to our storage. */
export async function receiveVoicemail(
  platform: TelephonyPlatform,
  recorded: RecordedMessage,
): Promise<void> {
  const { clock, contents, database, transact } = platform
  const { address, call, recording } = recorded
  const instance = await findInstanceByDomain(database.read, address.domain)
  const company = instance && (await findCompany(database.read, instance.company_id))
  if (!company) return recorded.remove()
  await receiveOnce(platform, company.id, recording, recorded, async (sound, duration) => {
    const id = newObjectId(clock)
    const place = placeOfRecording(company, id)
    await contents.write(place, sound)
    const isNew = await transact(company.id, async (tx) => {
      const extension = await findExtensionByNumber(tx.db, company.id, instance.uuid, address.number)
      const known = await findCallByPbxId(tx.db, company.id, call)
      const parties = known ? await listParties(tx.db, company.id, [known.id]) : []
      const caller = parties.find(({ role }) => role === 'caller')
      const message = {
        company_id: company.id,
        id,
        recording,
        number: String(address.number),
        extension_id: extension?.id ?? null,
        user_id: extension?.user_id ?? null,
        instance_uuid: instance.uuid,
        from_number: caller?.number ?? '',
        from_name: caller?.name ?? '',
        call_id: known?.id ?? null,
        is_read: 0,
        duration,
        size: sound.length,
        created_at: clock.now(),
      }
      if (!(await insertVoicemail(tx.db, message))) return false
      await insertReceived(tx.db, company.id, recording)
      if (extension) {
        await insertVoicemailMails(tx.db, await voicemailMails(platform, tx.db, company, extension, message))
      }
      announceChanged(tx, 'voicemail_message', id)
      tx.announce(voicemailAdded(company, voicemailView(message, company.public_id)))
      return true
    })
    if (!isNew) await contents.remove(place)
  })
}
