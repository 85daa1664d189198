import { instancesTable } from '../../../company/instances/instances-table.ts'
import { companiesTable } from '../../../identity/company.ts'
import type { TelephonyPlatform } from '../../../telephony-platform.ts'
import { extensionsTable } from '../../extensions/extension.ts'
import type { RecordingState } from '../../pbx/pbx.ts'
import { recordingUpdated } from './recording-events.ts'

/** Announces that a call is recorded, or no longer. */
export async function noteRecordingState(
  { database, transact }: TelephonyPlatform,
  state: RecordingState,
): Promise<void> {
  const { domain, number } = state.address
  const instance = await instancesTable.findBy(database.read, { domain })
  const company = instance && (await companiesTable.find(database.read, { id: instance.company_id }))
  if (!instance || !company) return
  await transact(company.id, async (tx) => {
    const extension = await extensionsTable.findBy(tx.db, {
      company_id: company.id,
      instance_uuid: instance.uuid,
      number,
    })
    if (extension) tx.announce(recordingUpdated(company, extension, state))
  })
}
