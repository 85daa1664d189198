import type { Company } from '../../identity/company.ts'
import type { TelephonyDb } from '../../telephony-platform.ts'
import { findAttachedFiles } from './attachment-store.ts'
import type { TextingMessage } from './texting-message.ts'
import { type TextingMessageView, textingMessageView } from './texting-message-view.ts'

/** Messages as the API shows them, with their files. */
export async function showTextingMessages(
  db: TelephonyDb,
  company: Company,
  messages: readonly TextingMessage[],
): Promise<TextingMessageView[]> {
  const ids = [...new Set(messages.flatMap(({ files }) => files))]
  const files = await findAttachedFiles(db, company.id, ids)
  return messages.map((message) => textingMessageView(message, company.public_id, files))
}

export async function showTextingMessage(
  db: TelephonyDb,
  company: Company,
  message: TextingMessage,
): Promise<TextingMessageView> {
  const [view] = await showTextingMessages(db, company, [message])
  return view!
}
