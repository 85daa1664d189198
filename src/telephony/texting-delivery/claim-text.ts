import type { OutboundText } from '../carrier/carrier.ts'
import type { Company } from '../company/company.ts'
import type { Telephony } from '../telephony.ts'
import { attachmentAddresses } from '../texting-attachments/attached-files.ts'
import { findTextingMessage } from '../texting-messages/texting-message-store.ts'
import { hasOptedOut } from '../texting-opt-outs/opt-out-store.ts'
import { optedOutError } from '../texting-opt-outs/opted-out-error.ts'
import { changeMessageStatus } from './change-message-status.ts'
import { claimOutboxEntry, deleteOutboxEntry, type OutboxEntry } from './outbox-store.ts'

/** Longer than any attempt lasts: after it, whoever was at it has died. */
const LEASE_MS = 300_000

/** The text is ours to send now; undefined when it is not to be sent (any more). */
export async function claimText(
  telephony: Telephony,
  company: Company,
  entry: OutboxEntry,
): Promise<OutboundText | undefined> {
  return telephony.transact(company.id, async (tx) => {
    const now = telephony.clock.now()
    if (!(await claimOutboxEntry(tx.db, entry, now, now + LEASE_MS))) return undefined
    const message = await findTextingMessage(tx.db, company.id, entry.message_id)
    if (!message) {
      await deleteOutboxEntry(tx.db, entry)
      return undefined
    }
    // They may have said STOP while it waited.
    if (await hasOptedOut(tx.db, company.id, message.recipient)) {
      await changeMessageStatus(telephony, tx, company, message, optedOutError(message.recipient))
      await deleteOutboxEntry(tx.db, entry)
      return undefined
    }
    await changeMessageStatus(telephony, tx, company, message, { status: 'sending' })
    const { id, frm: from, recipient: to, text, files } = message
    return { id, from, to, text, media: attachmentAddresses(telephony, company.id, files) }
  })
}
