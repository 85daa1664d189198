import type { Company } from '../../identity/company.ts'
import type { Identity } from '../../identity/identity.ts'
import type { CarrierFailure } from '../carriers/carrier.ts'
import { findTextingMessage } from '../messages/texting-message-store.ts'
import { changeMessageStatus } from './change-message-status.ts'
import { changeClaimed, deleteOutboxEntry, type OutboxEntry } from './outbox-store.ts'
import { takeEarlyReceipt } from './receive-receipt.ts'

/** After this time a text is outdated, and fails. */
const GIVE_UP_AFTER_MS = 4 * 3_600_000
const FIRST_PAUSE_MS = 2000
const LONGEST_PAUSE_MS = 300_000

/** The carrier has accepted it. */
export async function noteSent(
  identity: Identity,
  company: Company,
  entry: OutboxEntry,
  carrierId: string,
): Promise<void> {
  await identity.transact(company.id, async (tx) => {
    await deleteOutboxEntry(tx.db, entry)
    const message = await findTextingMessage(tx.db, company.id, entry.message_id)
    if (!message) return
    const change = { status: 'sent' as const, carrier_id: carrierId }
    await changeMessageStatus(identity, tx, company, message, change)
  })
  // After the commit: any later receipt finds the message.
  await takeEarlyReceipt(identity, carrierId)
}

/** The carrier has not accepted it: retry later, or fail. Unless another process has the claim by now. */
export async function noteFailure(
  identity: Identity,
  company: Company,
  entry: OutboxEntry,
  claimedUntil: number,
  failure: CarrierFailure,
): Promise<void> {
  await identity.transact(company.id, async (tx) => {
    const message = await findTextingMessage(tx.db, company.id, entry.message_id)
    if (!message) return
    const now = identity.clock.now()
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** Math.min(entry.attempts, 20), LONGEST_PAUSE_MS)
    const later = { attempts: entry.attempts + 1, next_attempt_at: now + pause }
    if (!(await changeClaimed(tx.db, entry, claimedUntil, later))) return
    if (failure.temporary && now - message.created_at < GIVE_UP_AFTER_MS) return
    await deleteOutboxEntry(tx.db, entry)
    await changeMessageStatus(identity, tx, company, message, {
      status: 'failed',
      error_code: failure.code,
      error_message: failure.message,
    })
  })
}
