import { setTimeout as pause } from 'node:timers/promises'
import type { OutboxEntry } from '../../../platform/outbox/outbox-queue.ts'
import type { FileStorage } from '../../files/file-storage.ts'
import type { Company } from '../../identity/company.ts'
import { currentCompany } from '../../identity/current-company.ts'
import type { Identity } from '../../identity/identity.ts'
import { CarrierFailure, type CompanyText } from '../carriers/carrier.ts'
import { attachmentAddresses } from '../messages/attached-files.ts'
import { optedOutError } from '../messages/opted-out-error.ts'
import { textingMessagesTable } from '../messages/texting-message.ts'
import type { Texting } from '../texting.ts'
import { textingOptOutsTable } from '../texting-tables.ts'
import { changeMessageStatus } from './change-message-status.ts'
import { takeEarlyReceipt } from './receive-receipt.ts'

declare module '../../../platform/database/outbox-table.ts' {
  interface OutboxPayloads {
    /** in a conversation, whose id is the lane */
    text: QueuedText
  }
}

export interface QueuedText {
  messageId: string
}

/** After this time a text is outdated, and fails. */
const GIVE_UP_AFTER_MS = 4 * 3_600_000

const FIRST_PAUSE_MS = 2000

const MAX_PAUSE_MS = 300_000

/** How long to wait for the carrier. */
const ANSWER_WITHIN_MS = 120_000

const TRIES = 5

const AT_THE_SAME_TIME = 4

/** The pause after a carrier was overloaded or unreachable. */
const PAUSE_MS = 1000

/**
 * Sends a few texts at a time through each carrier, those of one conversation in order, while `isOpen`. A carrier that
 * is slow or away delays nobody who uses another one.
 */
export const handleTexts = (texting: Texting, isOpen: () => boolean): void =>
  texting.outbox.handle('text', {
    concurrency: AT_THE_SAME_TIME,
    blocksFor: Number.POSITIVE_INFINITY,
    separate: () => texting.carrier.independent(),
    isOpen,
    retriesAtStart: true,
    retryAfter: pauseAfter,
    attempt: (entry) => sendText(texting, entry),
  })

const pauseAfter = (attempts: number) =>
  Math.min(FIRST_PAUSE_MS * 2 ** Math.min(attempts - 1, 20), MAX_PAUSE_MS)

type Attempt = OutboxEntry<QueuedText>

/** Sends one text to the carrier. */
async function sendText(texting: Texting, entry: Attempt): Promise<void> {
  const company = await currentCompany(texting, entry.tenant)
  if (!company) throw new Error('The company does not exist')
  const text = await beginSending(texting, company, entry)
  if (!text) return
  const outcome = await handOver(texting, text)
  if (outcome instanceof CarrierFailure) {
    await noteFailure(texting, company, entry, outcome)
    if (outcome.temporary) entry.pause(PAUSE_MS)
    return
  }
  // If this is not stored, the text is sent a second time.
  await insist(() => noteSent(texting, company, entry, outcome.carrierId))
}

/** undefined if it must not be sent any more */
function beginSending(
  storage: FileStorage,
  company: Company,
  entry: Attempt,
): Promise<CompanyText | undefined> {
  return storage.transact(company.id, async (tx) => {
    const message = await textingMessagesTable.find(tx.db, {
      company_id: company.id,
      id: entry.payload.messageId,
    })
    if (!message) return undefined
    // The recipient may have opted out while it was queued.
    const optOut = await textingOptOutsTable.find(tx.db, {
      company_id: company.id,
      number: message.recipient,
    })
    if (optOut && optOut.confirmation_id !== message.id) {
      await changeMessageStatus(storage, tx, company, message, optedOutError(message.recipient))
      await entry.done(tx.db)
      return undefined
    }
    await changeMessageStatus(storage, tx, company, message, { status: 'sending' })
    const { id, frm: from, recipient: to, text, files } = message
    const media = attachmentAddresses(storage, company.id, files)
    return { id, companyId: company.id, from, to, text, media }
  })
}

async function handOver(
  { carrier, log }: Texting,
  text: CompanyText,
): Promise<{ carrierId: string } | CarrierFailure> {
  const patience = new AbortController()
  try {
    const tooLong = pause(ANSWER_WITHIN_MS, undefined, { signal: patience.signal })
    return (
      (await Promise.race([carrier.send(text), tooLong])) ??
      new CarrierFailure('The carrier does not respond', 'timeout', true)
    )
  } catch (error) {
    if (error instanceof CarrierFailure) return error
    log.error({ err: error }, 'the carrier failed with an unknown error')
    return new CarrierFailure('The carrier failed', 'carrier_error', true)
  } finally {
    patience.abort()
  }
}

async function insist(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt === TRIES) throw error
      await pause(50 * 3 ** attempt)
    }
  }
}

/** The carrier has accepted it. */
async function noteSent(
  identity: Identity,
  company: Company,
  entry: Attempt,
  carrierId: string,
): Promise<void> {
  await identity.transact(company.id, async (tx) => {
    await entry.done(tx.db)
    const message = await textingMessagesTable.find(tx.db, {
      company_id: company.id,
      id: entry.payload.messageId,
    })
    if (!message) return
    const change = { status: 'sent' as const, carrier_id: carrierId }
    await changeMessageStatus(identity, tx, company, message, change)
  })
  // After the commit: any later receipt finds the message.
  await takeEarlyReceipt(identity, carrierId)
}

/** The carrier has not accepted it: retry later, or fail. Unless another process has the claim by now. */
async function noteFailure(
  identity: Identity,
  company: Company,
  entry: Attempt,
  failure: CarrierFailure,
): Promise<void> {
  await identity.transact(company.id, async (tx) => {
    const message = await textingMessagesTable.find(tx.db, {
      company_id: company.id,
      id: entry.payload.messageId,
    })
    if (!message) return
    const now = identity.clock.now()
    if (failure.temporary && now - message.created_at < GIVE_UP_AFTER_MS) {
      await entry.retryAt(tx.db, now + pauseAfter(entry.attempts), failure.message)
      return
    }
    if (!(await entry.done(tx.db))) return
    await changeMessageStatus(identity, tx, company, message, {
      status: 'failed',
      error_code: failure.code,
      error_message: failure.message,
    })
  })
}
