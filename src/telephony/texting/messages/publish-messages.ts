import { type Static, Type } from '@sinclair/typebox'
import { recordChange } from '../../company/audit/record-change.ts'
import type { FileStorage } from '../../files/file-storage.ts'
import type { Actor } from '../../identity/actor.ts'
import { invalid, invalidField } from '../../problem.ts'
import type { TelephonyTransaction } from '../../telephony-platform.ts'
import { listRecipients, type TextingContact } from '../contacts/texting-contact-store.ts'
import { textingAudience } from '../numbers/texting-audience.ts'
import { requireConversation } from '../texting-conversation-access.ts'
import { addTextingMessage } from './add-texting-message.ts'
import { checkAttachments } from './attached-files.ts'
import { optedOutError } from './opted-out-error.ts'
import { auditedMessage, type PublishedMessage } from './texting-message-events.ts'

export const MAX_TEXT_LENGTH = 1600
export const MAX_FILES = 10

export const NewMessage = Type.Object(
  {
    text: Type.Optional(
      Type.String({ maxLength: MAX_TEXT_LENGTH, description: 'May be empty if there are files.' }),
    ),
    with_warning: Type.Optional(
      Type.Boolean({
        description:
          'Recipients who have opted out get a failed message with a warning, instead of the whole request failing.',
      }),
    ),
    files: Type.Optional(
      Type.Array(Type.String({ maxLength: 50 }), {
        maxItems: MAX_FILES,
        uniqueItems: true,
        description: 'Ids of uploaded files.',
      }),
    ),
  },
  { additionalProperties: false },
)

/** Queues one message for each recipient. */
export async function publishMessages(
  storage: FileStorage,
  actor: Actor,
  conversationId: string,
  input: Static<typeof NewMessage>,
): Promise<PublishedMessage[]> {
  await checkAttachments(storage, actor, input.files ?? [])
  return storage.transact(actor.company.id, (tx) => publishWithin(storage, tx, actor, conversationId, input))
}

/** The same as part of a larger transaction. The caller has checked the files. */
export async function publishWithin(
  storage: FileStorage,
  tx: TelephonyTransaction,
  actor: Actor,
  conversationId: string,
  { text = '', files = [], with_warning: withWarning = false }: Static<typeof NewMessage>,
): Promise<PublishedMessage[]> {
  const { company, contact } = actor
  if (text.trim() === '' && files.length === 0) throw invalidField('/text', 'must not be empty without files')
  const conversation = await requireConversation(tx.db, actor, conversationId)
  const recipients = await listRecipients(tx.db, company.id, [conversationId])
  if (!withWarning) checkOptOuts(recipients)
  const audience = await textingAudience(tx.db, company, conversation.from_number)
  const published: PublishedMessage[] = []
  for (const recipient of recipients) {
    const refusal = hasOptedOut(recipient) ? optedOutError(recipient.number) : undefined
    const view = await addTextingMessage(storage, tx, company, conversation, audience, {
      direction: 'outbound',
      frm: conversation.from_number,
      recipient: recipient.number,
      text,
      files,
      user_id: contact.id,
      timezone: contact.profile.timezone,
      ...(refusal ?? { status: 'queued', error_code: null, error_message: null }),
    })
    if (!refusal) {
      await tx.outbox.add('text', { lane: conversationId, payload: { messageId: view.id } })
    }
    await recordChange(tx, storage.clock, actor, {
      action: 'texting_message.created',
      id: view.id,
      before: null,
      after: auditedMessage(view),
    })
    published.push({ ...view, warnings: refusal ? [refusal.error_message] : [] })
  }
  return published
}

const hasOptedOut = (contact: TextingContact) => contact.opted_out_at !== null

function checkOptOuts(recipients: readonly TextingContact[]): void {
  const faults = recipients.flatMap((contact, index) =>
    hasOptedOut(contact)
      ? { pointer: `/recipients/${index}`, detail: `(${contact.number}) has opted out of texts` }
      : [],
  )
  if (faults.length > 0) throw invalid(faults)
}
