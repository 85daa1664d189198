import { secondsOf } from '../../../platform/clock.ts'
import { badRequest } from '../../chat-error.ts'
import { isHumanInterface } from '../../http/client-name.ts'
import type { Actor } from '../../identity/users/user.ts'
import type { Rendering } from '../rendering.ts'
import { checkContent } from '../sending/message-content.ts'
import type { NamedRecipients } from '../sending/read-recipients.ts'
import { renderContent } from '../sending/render-content.ts'
import { checkDeliveryTime } from './delivery-time.ts'
import { destinationColumns, messageKind } from './scheduled-destination.ts'
import { messageScheduled } from './scheduled-message-events.ts'
import { countScheduledMessages, insertScheduledMessage } from './scheduled-message-store.ts'

/** Every client of the user loads all of them. */
const SCHEDULED_LIMIT = 500

export interface NewScheduledMessage {
  type: string
  to: NamedRecipients
  topic: string | undefined
  content: string
  deliverAt: number
  client: string
  /** undefined: the same as if this client sent it now */
  readBySender: boolean | undefined
}

/** Refuses a message that could not be sent now. Everything is checked again when it is due. */
export async function scheduleMessage(
  chat: Rendering,
  actor: Actor,
  input: NewScheduledMessage,
): Promise<number> {
  const kind = messageKind(input.type)
  const content = checkContent(input.content)
  checkDeliveryTime(chat.clock, input.deliverAt)
  const rendered = await renderContent(chat, chat.database.read, actor, content)
  return chat.transact(actor.realm.id, async (transaction) => {
    const { db } = transaction
    const destination = await destinationColumns(chat, db, actor, kind, input.to, input.topic)
    if ((await countScheduledMessages(db, actor.realm.id, actor.user.id)) >= SCHEDULED_LIMIT) {
      throw badRequest(`Too many scheduled messages (limit: ${SCHEDULED_LIMIT})`)
    }
    const row = {
      realm_id: actor.realm.id,
      id: await transaction.next('scheduled_messages'),
      user_id: actor.user.id,
      ...destination,
      content,
      rendered_content: rendered.html,
      client: input.client,
      read_by_sender: (input.readBySender ?? isHumanInterface(input.client)) ? 1 : 0,
      deliver_at: input.deliverAt,
      failed: 0,
      failure_message: null,
      created_at: secondsOf(chat.clock),
    }
    await insertScheduledMessage(db, row)
    transaction.announce(messageScheduled(row))
    return row.id
  })
}
