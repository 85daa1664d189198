import { announceChanged } from '../../../company/audit/record-change.ts'
import { instancesTable } from '../../../company/instances/instances-table.ts'
import { companiesTable } from '../../../identity/company.ts'
import { noteCallStatus } from '../../../status/note-call-status.ts'
import type { TelephonyPlatform } from '../../../telephony-platform.ts'
import type { PhoneEvent } from '../../pbx/pbx.ts'
import { extensionsTable } from '../extension.ts'
import { subscriberUpdated } from '../extension-events.ts'

/** Stores what a phone does as the state of its extension. Without a change, nothing is announced. */
export async function notePhoneEvent(platform: TelephonyPlatform, event: PhoneEvent): Promise<void> {
  const { domain, number } = event.address
  const instance = await instancesTable.findBy(platform.database.read, { domain })
  const company = instance && (await companiesTable.find(platform.database.read, { id: instance.company_id }))
  if (!instance || !company) return
  await platform.transact(company.id, async (tx) => {
    const extension = await extensionsTable.findBy(tx.db, {
      company_id: company.id,
      instance_uuid: instance.uuid,
      number,
    })
    if (!extension) return
    const changed =
      event.kind === 'registration'
        ? { ...extension, state: event.state }
        : { ...extension, call_status: event.status }
    if (changed.state === extension.state && changed.call_status === extension.call_status) return
    const { state, call_status } = changed
    await extensionsTable.update(tx.db, { company_id: company.id, id: extension.id }, { state, call_status })
    announceChanged(tx, 'extension', extension.id)
    tx.announce(subscriberUpdated(changed))
    if (event.kind === 'call' && extension.user_id !== null) {
      await noteCallStatus(platform, tx, company, extension.user_id)
    }
  })
}
