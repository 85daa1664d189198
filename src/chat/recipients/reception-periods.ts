import { type Remembered, remember } from '../../platform/remembered.ts'
import type { Db } from '../chat.ts'
import type { ChatEvent } from '../chat-event-map.ts'
import { listReceptions, listReceptionsAmong } from './recipient-store.ts'
import type { ReceptionsTable } from './recipients-table.ts'

/** One person's periods by recipient. */
export type ReceptionPeriods = ReadonlyMap<number, readonly ReceptionsTable[]>

/** Every look at history asks for them, and they seldom change. */
export type KnownPeriods = Remembered<string, ReceptionPeriods>

/** Did somebody receive this message in this period? */
export const isWithin = (period: ReceptionsTable, messageId: number) =>
  messageId > period.from_message && (period.until_message === null || messageId <= period.until_message)

export const periodsKey = (realmId: number, userId: number) => `${realmId}:${userId}`

export function rememberPeriods(read: Db): KnownPeriods {
  return remember(50_000, (key) => {
    const [realmId, userId] = key.split(':').map(Number)
    return loadPeriods(read, realmId!, userId!)
  })
}

export async function loadPeriods(db: Db, realmId: number, userId: number): Promise<ReceptionPeriods> {
  return byRecipient(await listReceptions(db, realmId, userId))
}

/** Only of these recipients. */
export async function loadPeriodsOf(
  db: Db,
  realmId: number,
  userId: number,
  recipientIds: readonly number[],
): Promise<ReceptionPeriods> {
  return byRecipient(await listReceptionsAmong(db, realmId, userId, recipientIds))
}

function byRecipient(rows: readonly ReceptionsTable[]): ReceptionPeriods {
  const periods = new Map<number, ReceptionsTable[]>()
  for (const row of rows) {
    const known = periods.get(row.recipient_id)
    if (known) known.push(row)
    else periods.set(row.recipient_id, [row])
  }
  return periods
}

/** Subscriptions begin and end by events; a private conversation begins with its first message. */
export function forgetChangedPeriods(known: KnownPeriods, event: ChatEvent): void {
  const { users = [] } = event.audience
  if (event.type === 'subscription') {
    for (const userId of users) known.forget(periodsKey(event.tenant, userId))
  } else if (event.type === 'message' && users.length > 0) {
    const { recipient_id: id } = event.payload.message.view
    for (const userId of users) {
      const key = periodsKey(event.tenant, userId)
      if (known.peek(key)?.has(id) === false) known.forget(key)
    }
  }
}
