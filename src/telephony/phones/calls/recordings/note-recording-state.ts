import { findInstanceByDomain } from '../../../company/instances/instance-store.ts'
import { findCompany } from '../../../identity/company-store.ts'
import type { TelephonyPlatform } from '../../../telephony-platform.ts'
import { findExtensionByNumber } from '../../extensions/extension-store.ts'
import type { RecordingState } from '../../pbx/pbx.ts'
import { recordingUpdated } from './recording-events.ts'

/** Announces that a call is recorded, or no longer. */
export async function noteRecordingState(
  { database, transact }: TelephonyPlatform,
  state: RecordingState,
): Promise<void> {
  const { domain, number } = state.address
  const instance = await findInstanceByDomain(database.read, domain)
  const company = instance && (await findCompany(database.read, instance.company_id))
  if (!instance || !company) return
  await transact(company.id, async (tx) => {
    const extension = await findExtensionByNumber(tx.db, company.id, instance.uuid, number)
    if (extension) tx.announce(recordingUpdated(company, extension, state))
  })
}
