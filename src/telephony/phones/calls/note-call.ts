import { announceChanged, recordChange } from '../../company/audit/record-change.ts'
import { instancesTable } from '../../company/instances/instances-table.ts'
import { serverItself } from '../../identity/actor.ts'
import { type Company, companiesTable } from '../../identity/company.ts'
import { newObjectId } from '../../object-id.ts'
import type { TelephonyDb, TelephonyPlatform, TelephonyTransaction } from '../../telephony-platform.ts'
import { extensionsTable } from '../extensions/extension.ts'
import { formatParty, isExternal } from '../pbx/call-party.ts'
import type { CallResult } from '../pbx/flow/call-outcomes.ts'
import type { CallEvent, CallParty } from '../pbx/pbx.ts'
import { formatAddress } from '../pbx/pbx-address.ts'
import { pbxOfCall } from '../pbx/pbx-of-call.ts'
import { callEnded, cdrView, emergencyCalled } from './call-events.ts'
import { endCallRow, putParty } from './call-store.ts'
import { type CallPartiesTable, type CallsTable, callPartiesTable, callsTable } from './calls-table.ts'
import { companyOf, directionOf, outsideParty } from './outside-party.ts'

/** Writes the call history. Each event may come again after a crash, and changes nothing then. */
export async function noteCall(platform: TelephonyPlatform, event: CallEvent): Promise<void> {
  const { clock, database, transact } = platform
  const company = await companyOf(database.read, event.address)
  if (!company) return
  if (event.kind === 'callEnded') return endCall(platform, company, event.call, event.result)
  await transact(company.id, async (tx) => {
    const { db } = tx
    const known = await callsTable.findBy(db, { company_id: company.id, pbx_call_id: event.call })
    if (event.kind === 'callBegan') {
      if (known) return
      const id = newObjectId(clock)
      const { isEmergency, ...way } = await directionOf(db, company, event.address, event.dialled)
      const call = {
        company_id: company.id,
        id,
        pbx_call_id: event.call,
        ...way,
        result: null,
        started_at: clock.now(),
        answered_at: null,
        ended_at: null,
        transferred_to: null,
        recording_size: null,
        recording_seconds: null,
        recording_state: null,
      }
      await callsTable.insert(db, call)
      await putParty(db, { ...(await partyAt(db, company, id, event.address)), role: 'caller' })
      if (isEmergency) await announceEmergency(platform, tx, company, call)
      return
    }
    if (!known || known.ended_at !== null) return
    if (event.kind === 'callEncryption') {
      const party = { call_id: known.id, role: event.role, address: formatParty(event.party) }
      const encryption = event.isEncrypted ? 'srtp' : 'none'
      await callPartiesTable.update(db, { company_id: company.id, ...party }, { encryption })
      return
    }
    if (event.kind === 'callTransferred') {
      await callsTable.update(db, { company_id: company.id, id: known.id }, { transferred_to: event.to })
      return
    }
    if (event.kind === 'phoneCalled') {
      const { called, outcome } = event
      await putParty(db, { ...(await partyAt(db, company, known.id, called)), outcome })
      if (outcome !== 'answered') return
    }
    await callsTable.updateWhere(
      db,
      { company_id: company.id, id: known.id, answered_at: null },
      { answered_at: clock.now() },
    )
  })
}

/**
 * Ends the calls that the PBX no longer has: they ended while no server was listening. The time of their end is not
 * known, so they end now.
 */
export async function closeLostCalls(
  platform: TelephonyPlatform,
  { pbx, calls }: { pbx?: string; calls: readonly string[] },
): Promise<void> {
  const { read } = platform.database
  const alive = new Set(calls)
  for (const call of await callsTable.list(read, { ended_at: null })) {
    if (pbxOfCall(call.pbx_call_id) !== pbx || alive.has(call.pbx_call_id)) continue
    const company = await companiesTable.find(read, { id: call.company_id })
    const result = call.answered_at === null ? 'failed' : 'answered'
    if (company) await endCall(platform, company, call.pbx_call_id, result)
  }
}

/** Notifies the owner, and records the call in the audit trail. */
export async function announceEmergency(
  { clock }: TelephonyPlatform,
  tx: TelephonyTransaction,
  company: Company,
  call: CallsTable,
): Promise<void> {
  const cdr = cdrView(
    call,
    await callPartiesTable.list(tx.db, { company_id: company.id, call_id: call.id }),
    company.public_id,
  )
  tx.announce(emergencyCalled(company, cdr))
  const change = { action: 'call.emergency', id: call.id, before: null, after: cdr } as const
  await recordChange(tx, clock, serverItself(company), change)
}

async function endCall(
  { clock, transact }: TelephonyPlatform,
  company: Company,
  pbxCallId: string,
  result: CallResult,
): Promise<void> {
  await transact(company.id, async (tx) => {
    const known = await callsTable.findBy(tx.db, { company_id: company.id, pbx_call_id: pbxCallId })
    // Somebody has answered, even if nobody did where the call was transferred to.
    const isAnswered = known?.answered_at != null && result !== 'voicemail'
    const end = { result: isAnswered ? 'answered' : result, ended_at: clock.now() }
    const call = await endCallRow(tx.db, company.id, pbxCallId, end)
    if (!call) return
    const parties = await callPartiesTable.list(tx.db, { company_id: company.id, call_id: call.id })
    announceChanged(tx, 'call', call.id)
    tx.announce(callEnded(company, cdrView(call, parties, company.public_id)))
  })
}

/** A phone as a party of a call, with its extension and user of this moment. */
export async function partyAt(
  db: TelephonyDb,
  company: Company,
  callId: string,
  party: CallParty,
): Promise<CallPartiesTable> {
  if (isExternal(party)) return outsideParty(company, callId, party)
  const address = party
  const instance = await instancesTable.findBy(db, { domain: address.domain })
  const extension =
    instance &&
    (await extensionsTable.findBy(db, {
      company_id: company.id,
      instance_uuid: instance.uuid,
      number: address.number,
    }))
  return {
    company_id: company.id,
    call_id: callId,
    role: 'called',
    address: formatAddress(address),
    number: String(address.number),
    name: extension?.name ?? '',
    extension_id: extension?.id ?? null,
    user_id: extension?.user_id ?? null,
    instance_uuid: instance?.uuid ?? null,
    trunk_id: null,
    outcome: null,
    encryption: null,
    position: 0,
  }
}
