import { announceChanged } from '../../../company/audit/record-change.ts'
import { findInstanceByDomain } from '../../../company/instances/instance-store.ts'
import { findCompany } from '../../../identity/company-store.ts'
import { noteCallStatus } from '../../../status/note-call-status.ts'
import type { TelephonyPlatform } from '../../../telephony-platform.ts'
import type { PhoneEvent } from '../../pbx/pbx.ts'
import { subscriberUpdated } from '../extension-events.ts'
import { findExtensionByNumber, updateExtensionRow } from '../extension-store.ts'

/** Stores what a phone does as the state of its extension. Without a change, nothing is announced. */
export async function notePhoneEvent(platform: TelephonyPlatform, event: PhoneEvent): Promise<void> {
  const { domain, number } = event.address
  const instance = await findInstanceByDomain(platform.database.read, domain)
  const company = instance && (await findCompany(platform.database.read, instance.company_id))
  if (!instance || !company) return
  await platform.transact(company.id, async (tx) => {
    const extension = await findExtensionByNumber(tx.db, company.id, instance.uuid, number)
    if (!extension) return
    const changed =
      event.kind === 'registration'
        ? { ...extension, state: event.state }
        : { ...extension, call_status: event.status }
    if (changed.state === extension.state && changed.call_status === extension.call_status) return
    const { state, call_status } = changed
    await updateExtensionRow(tx.db, company.id, extension.id, { state, call_status })
    announceChanged(tx, 'extension', extension.id)
    tx.announce(subscriberUpdated(changed))
    if (event.kind === 'call' && extension.user_id !== null) {
      await noteCallStatus(platform, tx, company, extension.user_id)
    }
  })
}
