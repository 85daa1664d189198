import { announceChanged } from '../../company/audit/record-change.ts'
import { instancesTable } from '../../company/instances/instances-table.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { extensionsTable } from '../extensions/extension.ts'
import type { PbxEvent } from '../pbx/pbx.ts'
import { deviceLinesTable, devicesTable } from './devices-table.ts'

/** Phones register every few minutes, some more often. */
const NOTE_INTERVAL_MS = 60_000

/** Stores when and where the devices of an extension were registered, at most once a minute unless they have moved. */
export async function noteRegistration(
  { clock, database, transact }: TelephonyPlatform,
  { address: { domain, number }, host, isGone }: Extract<PbxEvent, { kind: 'contact' }>,
): Promise<void> {
  const { read } = database
  const instance = await instancesTable.findBy(read, { domain })
  if (!instance) return
  const { company_id, uuid: instance_uuid } = instance
  const extension = await extensionsTable.findBy(read, { company_id, instance_uuid, number })
  if (!extension) return
  const lines = await deviceLinesTable.list(read, { company_id, extension_id: extension.id })
  const devices = await devicesTable.list(read, { company_id, id: lines.map(({ device_id: id }) => id) })
  const now = clock.now()
  const stale = devices.filter(({ registered_at: at, registered_address: from }) =>
    // One that has moved leaves its old address later.
    from === host ? at === null || now - at >= NOTE_INTERVAL_MS : !isGone,
  )
  if (stale.length === 0) return
  await transact(company_id, async (tx) => {
    for (const device of stale) {
      await devicesTable.update(tx.db, device, { registered_at: now, registered_address: host })
      announceChanged(tx, 'device', device.id)
    }
  })
}
