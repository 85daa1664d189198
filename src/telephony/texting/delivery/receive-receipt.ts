import { currentCompany } from '../../identity/current-company.ts'
import type { Identity } from '../../identity/identity.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { CarrierEvent } from '../carriers/carrier.ts'
import { type MessageStatus, movesForward } from '../messages/message-status.ts'
import { textingMessagesTable } from '../messages/texting-message.ts'
import { findMessageOfCarrier } from '../messages/texting-message-store.ts'
import { type TextingEarlyReceiptsTable, textingEarlyReceiptsTable } from '../texting-tables.ts'
import { changeMessageStatus } from './change-message-status.ts'

export type Receipt = Extract<CarrierEvent, { kind: 'receipt' }>

/** If the carrier's id is not stored by then, the text was deleted, or is not ours. */
const RETENTION_MS = 3_600_000
const AT_ONCE = 500

/** Returns whether the text is known. A receipt may arrive before the response to the submit. */
export async function receiveReceipt(identity: Identity, receipt: Receipt): Promise<boolean> {
  const { carrierId, status, errorCode, errorMessage } = receipt
  const early: TextingEarlyReceiptsTable = {
    carrier_id: carrierId,
    status,
    error_code: errorCode,
    error_message: errorMessage,
    received_at: identity.clock.now(),
  }
  if (await applyReceipt(identity, early)) return true
  await keepReceipt(identity, early)
  // The sender may have stored the id in the meantime, and found no receipt.
  return takeEarlyReceipt(identity, carrierId)
}

/** Applies receipts that arrived before the id was known. */
export async function takeEarlyReceipt(identity: Identity, carrierId: string): Promise<boolean> {
  const { database } = identity
  const early = await textingEarlyReceiptsTable.find(database.read, { carrier_id: carrierId })
  if (!early || !(await applyReceipt(identity, early))) return false
  await database.write(0, {
    work: ({ db }) =>
      textingEarlyReceiptsTable.removeWhere(db, { carrier_id: early.carrier_id, status: early.status }),
  })
  return true
}

/** Applies what a crash has left, and deletes what is too old. Returns when the next one will be. */
export async function tidyEarlyReceipts(identity: Identity): Promise<number | undefined> {
  const { clock, database } = identity
  const before = clock.now() - RETENTION_MS
  const first = database.read
    .selectFrom('texting_early_receipts')
    .select(['carrier_id', 'received_at'])
    .orderBy('received_at')
    .limit(AT_ONCE)
  let oldest: number | undefined
  for (const { carrier_id, received_at } of await first.execute()) {
    if (!(await takeEarlyReceipt(identity, carrier_id))) oldest ??= received_at
  }
  if (oldest === undefined) return undefined
  if (oldest < before) {
    await database.write(0, {
      work: ({ db }) => textingEarlyReceiptsTable.removeBefore(db, 'received_at', before),
    })
  }
  return oldest + RETENTION_MS + 1
}

/** The most advanced of several. */
async function keepReceipt(
  { database }: TelephonyPlatform,
  receipt: TextingEarlyReceiptsTable,
): Promise<void> {
  await database.write(0, {
    async work({ db }) {
      const kept = await textingEarlyReceiptsTable.find(db, { carrier_id: receipt.carrier_id })
      const says = receipt.status as MessageStatus
      if (!kept || movesForward(kept.status as MessageStatus, says))
        await textingEarlyReceiptsTable.put(db, receipt)
    },
  })
}

async function applyReceipt(identity: Identity, receipt: TextingEarlyReceiptsTable): Promise<boolean> {
  const found = await findMessageOfCarrier(identity.database.read, receipt.carrier_id)
  const company = found && (await currentCompany(identity, found.company_id))
  if (!company) return false
  await identity.transact(company.id, async (tx) => {
    const message = await textingMessagesTable.find(tx.db, { company_id: company.id, id: found.id })
    if (!message) return
    await changeMessageStatus(identity, tx, company, message, {
      status: receipt.status as MessageStatus,
      error_code: receipt.error_code,
      error_message: receipt.error_message,
    })
  })
  return true
}
