import type { Company } from '../../identity/company.ts'
import type { TelephonyPlatform, TelephonyTransaction } from '../../telephony-platform.ts'
import { type MessageStatus, movesForward } from '../messages/message-status.ts'
import { showTextingMessage } from '../messages/show-texting-messages.ts'
import { type TextingMessage, textingMessagesTable } from '../messages/texting-message.ts'
import { messageUpdated } from '../messages/texting-message-events.ts'
import { textingAudience } from '../numbers/texting-audience.ts'

export interface StatusChange {
  status: MessageStatus
  error_code?: string | null
  error_message?: string | null
  carrier_id?: string
}

/** Changes and announces the status of an outbound message. A step back has no effect. */
export async function changeMessageStatus(
  { clock }: TelephonyPlatform,
  tx: TelephonyTransaction,
  company: Company,
  message: TextingMessage,
  change: StatusChange,
): Promise<void> {
  if (!movesForward(message.status, change.status)) return
  const changes = { ...change, updated_at: clock.now() }
  await textingMessagesTable.update(tx.db, { company_id: company.id, id: message.id }, changes)
  const view = await showTextingMessage(tx.db, company, { ...message, ...changes })
  tx.announce(messageUpdated(await textingAudience(tx.db, company, message.frm, message.created_at), view))
}
