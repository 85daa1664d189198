import type { ContentPlace } from '../../../../platform/contents/contents.ts'
import { announceChanged } from '../../../company/audit/record-change.ts'
import type { Company } from '../../../identity/company.ts'
import type { TelephonyPlatform } from '../../../telephony-platform.ts'
import type { RecordedCall } from '../../pbx/pbx.ts'
import { receivedRecordingsTable } from '../../pbx/pbx-tables.ts'
import { receiveOnce } from '../../pbx/receive-once.ts'
import { markRecorded } from '../call-store.ts'
import { callsTable } from '../calls-table.ts'
import { companyOf } from '../outside-party.ts'

/** Where the recording of a call is stored: a WAV file. */
export const placeOfCallRecording = (company: Company, id: string): ContentPlace => ({
  kind: 'recordings',
  tenant: company.public_id,
  name: id,
})

/** Moves the recording of a call from the PBX to our storage. */
export async function receiveCallRecording(
  platform: TelephonyPlatform,
  recorded: RecordedCall,
): Promise<void> {
  const { contents, database, transact } = platform
  const company = await companyOf(database.read, recorded.address)
  if (!company) return recorded.remove()
  const name = `call ${recorded.call}`
  const call = await callsTable.findBy(database.read, { company_id: company.id, pbx_call_id: recorded.call })
  await receiveOnce(platform, company.id, name, recorded, async (sound, seconds) => {
    if (call?.recording_size !== null) return
    const place = placeOfCallRecording(company, call.id)
    // A crash has left it without its row.
    if ((await contents.size(place)) !== undefined) await contents.remove(place)
    await contents.write(place, sound)
    await transact(company.id, async (tx) => {
      await receivedRecordingsTable.insertIfAbsent(tx.db, { company_id: company.id, name })
      await markRecorded(tx.db, company.id, call.id, { size: sound.length, seconds })
      announceChanged(tx, 'call', call.id)
    })
  })
}
