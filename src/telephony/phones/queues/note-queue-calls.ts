import { announceChanged } from '../../company/audit/record-change.ts'
import { companiesTable } from '../../identity/company.ts'
import { newObjectId } from '../../object-id.ts'
import type { TelephonyDb, TelephonyPlatform, TelephonyTransaction } from '../../telephony-platform.ts'
import { callRoutesTable } from '../call-routes/call-route.ts'
import { type QueueCallsTable, queueCallsTable } from '../call-routes/queue-tables.ts'
import { findPhone } from '../calls/find-phone.ts'
import { companyOf } from '../calls/outside-party.ts'
import type { CallbackEvent, CallEvent, PbxAddress, QueueCallEvent } from '../pbx/pbx.ts'
import { pbxOfCall } from '../pbx/pbx-of-call.ts'
import { queueUpdated } from './queue-events.ts'

/** More callers of a queue than these cannot ask to be called back; they have hung up. */
const MAX_CALLBACKS = 100

/** Stores that a caller has come into line or left it. Each event may come again after a crash, and changes nothing then. */
export async function noteQueueCall(platform: TelephonyPlatform, event: QueueCallEvent): Promise<void> {
  const { clock } = platform
  const { companyId, queueId, callerId, state, since, agent } = event
  await changeLine(platform, companyId, queueId, async ({ db }) => {
    const visit = { company_id: companyId, queue_id: queueId, pbx_call_id: event.call, entered_at: since }
    if (state === 'waiting') {
      return queueCallsTable.insertIfAbsent(db, {
        ...visit,
        id: newObjectId(clock),
        number: callerId.number,
        name: callerId.name,
        is_callback: 0,
        left_at: null,
        outcome: null,
        extension_id: null,
        ended_at: null,
      })
    }
    const open = { ...visit, left_at: null, is_callback: 0 }
    if (state === 'callback') {
      const others = { company_id: companyId, queue_id: queueId, left_at: null, is_callback: 1 }
      if ((await queueCallsTable.count(db, others)) < MAX_CALLBACKS) {
        return (await queueCallsTable.updateWhere(db, open, { is_callback: 1 })) > 0
      }
    }
    const now = clock.now()
    const changes = {
      left_at: now,
      outcome: state === 'callback' ? 'abandoned' : state,
      extension_id: await extensionAt(db, agent),
      ended_at: state === 'answered' ? null : now,
    }
    return (await queueCallsTable.updateWhere(db, open, changes)) > 0
  })
}

/** Stores that somebody is called back, or will not be. */
export async function noteCallback(platform: TelephonyPlatform, event: CallbackEvent): Promise<void> {
  const { companyId, id, outcome, agent } = event
  const row = await queueCallsTable.find(platform.database.read, { company_id: companyId, id })
  if (!row) return
  await changeLine(platform, companyId, row.queue_id, async ({ db }) => {
    const now = platform.clock.now()
    const changes = {
      left_at: now,
      outcome,
      extension_id: await extensionAt(db, agent),
      ended_at: now,
    }
    return (await queueCallsTable.updateWhere(db, { company_id: companyId, id, left_at: null }, changes)) > 0
  })
}

/** The agent is free again: the call has ended, or the agent has transferred it. */
export async function endAgentCall(platform: TelephonyPlatform, event: CallEvent): Promise<void> {
  if (event.kind !== 'callEnded' && event.kind !== 'callTransferred') return
  const company = await companyOf(platform.database.read, event.address)
  if (!company) return
  const open = { company_id: company.id, pbx_call_id: event.call, outcome: 'answered', ended_at: null }
  for (const row of await queueCallsTable.list(platform.database.read, open)) await endRow(platform, row)
}

/** Ends what belongs to calls that the PBX no longer has. Those who are to be called back have hung up, and still wait. */
export async function closeLostQueueCalls(
  platform: TelephonyPlatform,
  { pbx, calls }: { pbx?: string; calls: readonly string[] },
): Promise<void> {
  const alive = new Set(calls)
  for (const row of await queueCallsTable.list(platform.database.read, { ended_at: null, is_callback: 0 })) {
    const { pbx_call_id: call } = row
    if (pbxOfCall(call) === pbx && !alive.has(call)) await endRow(platform, row)
  }
}

async function endRow(platform: TelephonyPlatform, row: QueueCallsTable): Promise<void> {
  const { company_id, id, left_at, outcome, queue_id } = row
  await changeLine(platform, company_id, queue_id, async ({ db }) => {
    const now = platform.clock.now()
    const changes = { left_at: left_at ?? now, outcome: outcome ?? 'abandoned', ended_at: now }
    return (await queueCallsTable.updateWhere(db, { company_id, id, ended_at: null }, changes)) > 0
  })
}

/** `change` returns whether it has changed anything: then the board is announced. */
async function changeLine(
  { database, transact }: TelephonyPlatform,
  companyId: number,
  queueId: string,
  change: (tx: TelephonyTransaction) => Promise<boolean>,
): Promise<void> {
  const company = await companiesTable.find(database.read, { id: companyId })
  if (!company) return
  await transact(companyId, async (tx) => {
    const queue = await callRoutesTable.find(tx.db, { company_id: companyId, id: queueId })
    // It may have been deleted.
    if (!queue || !(await change(tx))) return
    announceChanged(tx, 'queue_call', queueId)
    tx.announce(await queueUpdated(tx.db, company, queue))
  })
}

const extensionAt = async (db: TelephonyDb, agent: PbxAddress | undefined): Promise<string | null> =>
  (agent && (await findPhone(db, agent))?.extension.id) ?? null
