import { announceChanged } from '../../company/audit/record-change.ts'
import { companiesTable } from '../../identity/company.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { TrunkState } from '../pbx/pbx-trunk.ts'
import { trunkStateUpdated, trunkView } from './trunk-events.ts'
import { findTrunk, listEnabledTrunks } from './trunk-store.ts'
import { trunksTable } from './trunks-table.ts'

/** Stores the states of the trunks. Only changes are announced. */
export async function noteTrunkStates(
  platform: TelephonyPlatform,
  states: ReadonlyMap<string, TrunkState>,
): Promise<void> {
  for (const { company_id: companyId, id, state } of await listEnabledTrunks(platform.database.read)) {
    const now = states.get(id)
    if (now !== undefined && now !== state) await noteState(platform, companyId, id, now)
  }
}

async function noteState(
  { clock, database, transact }: TelephonyPlatform,
  companyId: number,
  id: string,
  state: TrunkState,
): Promise<void> {
  const company = await companiesTable.find(database.read, { id: companyId })
  if (!company) return
  await transact(companyId, async (tx) => {
    const trunk = await findTrunk(tx.db, companyId, id)
    if (!trunk || trunk.state === state) return
    const changes = { state, state_changed_at: clock.now() }
    await trunksTable.update(tx.db, { company_id: companyId, id }, changes)
    announceChanged(tx, 'trunk', id)
    tx.announce(trunkStateUpdated(company, trunkView({ ...trunk, ...changes }, company.public_id)))
  })
}
