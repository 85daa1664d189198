import type { BackgroundJobs } from '../../../platform/concurrency/background-jobs.ts'
import { instancesTable } from '../../company/instances/instances-table.ts'
import { callRoutesTable } from '../call-routes/call-route.ts'
import { slotsOf } from '../call-routes/parking-lots.ts'
import type { Phones } from '../phones.ts'

/** Changes at the same time share one run. */
const PAUSE_MS = 200

/** Gives the PBX the slots of all parking lots, so that phones can watch them. */
export function startParkingJobs(phones: Phones, work: BackgroundJobs): void {
  const { database, follower, pbx } = phones
  const wake = work.onWake(PAUSE_MS, 'giving the PBX its parking slots', async () => {
    if (!pbx.replaceSlots) return
    const lots = await callRoutesTable.list(database.read, { kind: 'parking' })
    const uuid = [...new Set(lots.map(({ instance_uuid }) => instance_uuid))]
    const instances = uuid.length === 0 ? [] : await instancesTable.list(database.read, { uuid })
    const domains = new Map(
      instances.map(({ company_id, uuid: id, domain }) => [`${company_id} ${id}`, domain]),
    )
    await pbx.replaceSlots(
      lots.flatMap(({ company_id, instance_uuid, settings }) => {
        const domain = domains.get(`${company_id} ${instance_uuid}`)
        return domain === undefined ? [] : slotsOf(settings).map((number) => ({ domain, number }))
      }),
    )
  })
  follower.on('changed', ({ payload }) => {
    if (payload.kind === 'parking') wake()
  })
}
