import { isoDate } from '../../../../platform/clock.ts'
import { recordChange } from '../../../company/audit/record-change.ts'
import { serverItself } from '../../../identity/actor.ts'
import type { Company } from '../../../identity/company.ts'
import { contactsTable } from '../../../identity/contact.ts'
import type { TelephonyPlatform } from '../../../telephony-platform.ts'
import { findCallingRules } from '../../calling-rules/calling-rules-store.ts'
import { limitNoticesTable, outgoingCallsTable } from '../../calling-rules/calling-rules-tables.ts'
import type { LimitName } from '../../pbx/may-call.ts'
import type { OutsideCall, ReachedCallLimit } from '../../pbx/pbx.ts'
import { pbxOfCall } from '../../pbx/pbx-of-call.ts'
import { trunksTable } from '../../trunks/trunks-table.ts'
import { companyOf } from '../outside-party.ts'
import { limitReached } from './limit-events.ts'
import { LIMIT_WINDOW_MS } from './outgoing-calls.ts'

/** A connection over a trunk was answered, or has ended: its minutes count. */
export async function noteOutsideCall(platform: TelephonyPlatform, event: OutsideCall): Promise<void> {
  const { clock, database, transact } = platform
  const company = await companyOf(database.read, event.address)
  if (!company) return
  const now = clock.now()
  await transact(company.id, async ({ db }) => {
    if (event.state === 'ended')
      return outgoingCallsTable.updateWhere(
        db,
        { company_id: company.id, id: event.call, ended_at: null },
        { ended_at: now },
      )
    const call = { company_id: company.id, id: event.call, trunk_id: event.address.trunk }
    await outgoingCallsTable.insertIfAbsent(db, { ...call, answered_at: now, ended_at: null })
  })
}

/** Ends the connections that the PBX no longer has. They count until now: nobody knows when they ended. */
export async function endLostOutgoing(
  { clock, database, transact }: TelephonyPlatform,
  { pbx, calls }: { pbx?: string; calls: readonly string[] },
): Promise<void> {
  const alive = new Set(calls)
  for (const { company_id: companyId, id } of await outgoingCallsTable.list(database.read, {
    ended_at: null,
  })) {
    if (pbxOfCall(id) !== pbx || alive.has(id)) continue
    await transact(companyId, ({ db }) =>
      outgoingCallsTable.updateWhere(
        db,
        { company_id: companyId, id, ended_at: null },
        { ended_at: clock.now() },
      ),
    )
  }
}

/** Notifies the owner of a limit, once in 24 hours: by an event, by mail and in the audit trail. */
export async function notifyLimit(platform: TelephonyPlatform, event: ReachedCallLimit): Promise<void> {
  const { clock, config, database, transact } = platform
  const company = await companyOf(database.read, event.address)
  if (!company) return
  const { limit } = event
  const now = clock.now()
  await transact(company.id, async (tx) => {
    const trunkId = limit.startsWith('trunk') ? event.address.trunk : ''
    const notice = { company_id: company.id, limit_name: limit, trunk_id: trunkId }
    const last = await limitNoticesTable.find(tx.db, notice)
    if (last && last.notified_at > now - LIMIT_WINDOW_MS) return
    await limitNoticesTable.put(tx.db, { ...notice, notified_at: now })
    const trunk = trunkId === '' ? undefined : await trunksTable.findBy(tx.db, { id: trunkId })
    const limits = trunk ?? (await findCallingRules(tx.db, company.id))
    const value = limit.endsWith('calls') ? limits.max_calls : limits.max_minutes
    const payload = { limit, trunk_id: trunkId || null, value, reached_at: isoDate(now) }
    tx.announce(limitReached(company, payload))
    const change = { action: 'calling_rules.limit_reached', id: company.public_id, before: null } as const
    await recordChange(tx, clock, serverItself(company), { ...change, after: payload })
    const owner = await contactsTable.find(tx.db, { company_id: company.id, id: company.primary_contact_id })
    if (!owner?.email) return
    await tx.outbox.add('limit_mail', {
      payload: {
        to: [owner.email],
        subject: `${company.name}: calls to the outside are being refused`,
        text: describeLimit(company, limit, value, trunk?.name, `${config.publicUrl}/portal/company`),
      },
    })
  })
}

function describeLimit(
  company: Company,
  limit: LimitName,
  value: number | null,
  trunk: string | undefined,
  link: string,
): string {
  const what = limit.endsWith('calls') ? 'calls to the outside at once' : 'minutes of calls within 24 hours'
  return [
    'Hello,',
    '',
    `${company.name} has reached its limit of ${value ?? 'all'} ${what}${trunk ? ` over the trunk ${trunk}` : ''}.`,
    'Further calls to numbers outside are refused until less is used. Emergency calls still work.',
    '',
    'If you did not expect this, somebody may be calling at your expense: look at the call history, and change the',
    'passwords of phones that made calls which nobody knows about.',
    '',
    'The limits are here:',
    '',
    link,
    '',
  ].join('\n')
}
