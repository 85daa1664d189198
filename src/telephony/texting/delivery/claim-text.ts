import type { FileStorage } from '../../files/file-storage.ts'
import type { Company } from '../../identity/company.ts'
import type { CompanyText } from '../carriers/carrier.ts'
import { attachmentAddresses } from '../messages/attached-files.ts'
import { optedOutError } from '../messages/opted-out-error.ts'
import {
  changeClaimed,
  claimOutboxEntry,
  deleteOutboxEntry,
  type OutboxEntry,
} from '../messages/outbox-store.ts'
import { findTextingMessage } from '../messages/texting-message-store.ts'
import { changeMessageStatus } from './change-message-status.ts'
import { findOptOut } from './opt-out-store.ts'

/** After this time without renewal the holder of a claim is considered dead. */
const LEASE_MS = 30_000
const RENEW_EVERY_MS = 10_000

export interface ClaimedText {
  readonly text: CompanyText
  /** identifies our claim */
  readonly until: () => number
  /** Stops renewing. Resolves when no renewal is in flight. */
  release(): Promise<void>
}

/** Claims a text. undefined if it must not be sent (any more). */
export async function claimText(
  storage: FileStorage,
  company: Company,
  entry: OutboxEntry,
): Promise<ClaimedText | undefined> {
  const until = storage.clock.now() + LEASE_MS
  const text = await takeText(storage, company, entry, until)
  return text && { text, ...keepClaim(storage, entry, until) }
}

/** Renews the claim while the carrier is busy. */
function keepClaim(storage: FileStorage, entry: OutboxEntry, firstUntil: number) {
  const { clock, log, transact } = storage
  let until = firstUntil
  let renewing = Promise.resolve()
  async function renew(): Promise<void> {
    const next = clock.now() + LEASE_MS
    const isOurs = await transact(entry.company_id, ({ db }) =>
      changeClaimed(db, entry, until, { next_attempt_at: next }),
    )
    if (isOurs) until = next
  }
  const timer = setInterval(() => {
    renewing = renewing.then(renew).catch((error) => log.warn({ err: error }, 'a claim could not be renewed'))
  }, RENEW_EVERY_MS)
  return {
    until: () => until,
    async release() {
      clearInterval(timer)
      await renewing
    },
  }
}

async function takeText(
  storage: FileStorage,
  company: Company,
  entry: OutboxEntry,
  until: number,
): Promise<CompanyText | undefined> {
  return storage.transact(company.id, async (tx) => {
    if (!(await claimOutboxEntry(tx.db, entry, storage.clock.now(), until))) return undefined
    const message = await findTextingMessage(tx.db, company.id, entry.message_id)
    if (!message) {
      await deleteOutboxEntry(tx.db, entry)
      return undefined
    }
    // The recipient may have opted out while it was queued.
    const optOut = await findOptOut(tx.db, company.id, message.recipient)
    if (optOut && optOut.confirmation_id !== message.id) {
      await changeMessageStatus(storage, tx, company, message, optedOutError(message.recipient))
      await deleteOutboxEntry(tx.db, entry)
      return undefined
    }
    await changeMessageStatus(storage, tx, company, message, { status: 'sending' })
    const { id, frm: from, recipient: to, text, files } = message
    return {
      id,
      companyId: company.id,
      from,
      to,
      text,
      media: attachmentAddresses(storage, company.id, files),
    }
  })
}
