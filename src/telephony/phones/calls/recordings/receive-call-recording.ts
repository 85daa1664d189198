import type { ContentPlace } from '../../../../platform/contents/contents.ts'
import { announceChanged } from '../../../company/audit/record-change.ts'
import { findInstanceByDomain } from '../../../company/instances/instance-store.ts'
import type { Company } from '../../../identity/company.ts'
import { findCompany } from '../../../identity/company-store.ts'
import type { TelephonyPlatform } from '../../../telephony-platform.ts'
import type { RecordedCall } from '../../pbx/pbx.ts'
import { deleteReceived, insertReceived, wasReceived } from '../../pbx/received-recording-store.ts'
import { secondsOfRecording } from '../../pbx/seconds-of-recording.ts'
import { findCallByPbxId, markRecorded } from '../call-store.ts'

/** Where the recording of a call is stored: a WAV file. */
export const placeOfCallRecording = (company: Company, id: string): ContentPlace => ({
  kind: 'recordings',
  tenant: company.public_id,
  name: id,
})

/**
 * Moves the recording of a call from the PBX to our storage. The PBX deletes its copy afterwards, so that a crash in
 * between brings it again, and it is recognized.
 */
export async function receiveCallRecording(
  { contents, database, transact }: TelephonyPlatform,
  recorded: RecordedCall,
): Promise<void> {
  const { address, call: pbxId } = recorded
  const instance = await findInstanceByDomain(database.read, address.domain)
  const company = instance && (await findCompany(database.read, instance.company_id))
  if (!company) return recorded.remove()
  const name = `call ${pbxId}`
  const call = await findCallByPbxId(database.read, company.id, pbxId)
  if (call?.recording_size === null && !(await wasReceived(database.read, company.id, name))) {
    const sound = await recorded.read()
    const seconds = sound ? secondsOfRecording(sound) : 0
    if (sound && seconds > 0) {
      const place = placeOfCallRecording(company, call.id)
      // A crash has left it without its row.
      if ((await contents.size(place)) !== undefined) await contents.remove(place)
      await contents.write(place, sound)
      await transact(company.id, async (tx) => {
        await insertReceived(tx.db, company.id, name)
        await markRecorded(tx.db, company.id, call.id, { size: sound.length, seconds })
        announceChanged(tx, 'call', call.id)
      })
    }
  }
  await recorded.remove()
  await transact(company.id, ({ db }) => deleteReceived(db, company.id, name))
}
