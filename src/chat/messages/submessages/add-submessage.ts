import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import { parseJson } from '../../http/parse-json.ts'
import type { Actor } from '../../identity/users/user.ts'
import { findChangeAudience } from '../find-change-audience.ts'
import { accessMessage } from '../message-access.ts'
import { CONTENT_LIMIT_BYTES } from '../message-content.ts'
import { listSubmessageSizes } from '../message-extras-store.ts'
import { submessageAdded } from './submessage-events.ts'
import { submessagesTable } from './submessages-table.ts'

/** Every response with the message contains all of them. */
const SUBMESSAGES_LIMIT = 1000
/** Total size of the submessages of a message. */
const BYTES_LIMIT = 50_000

export interface NewSubmessage {
  messageId: number
  type: string
  content: string
}

/** Any reader of the message may add one, after its author has added the first. */
export async function addSubmessage(chat: ChatPlatform, actor: Actor, input: NewSubmessage): Promise<void> {
  if (input.type !== 'widget') throw badRequest(`Invalid msg_type '${input.type}'`)
  checkJson(input.content)
  await chat.transact(actor.realm.id, async (transaction) => {
    const { db } = transaction
    const message = await accessMessage(db, actor, input.messageId)
    const known = await listSubmessageSizes(db, actor.realm.id, message.id)
    if (message.sender_id !== actor.user.id && !known.some((one) => one.sender_id === message.sender_id)) {
      throw badRequest('You cannot attach a submessage to this message.')
    }
    if (known.length >= SUBMESSAGES_LIMIT) {
      throw badRequest(`Too many submessages (limit: ${SUBMESSAGES_LIMIT})`)
    }
    const bytes = known.reduce((sum, one) => sum + one.bytes, Buffer.byteLength(input.content))
    if (bytes > BYTES_LIMIT) {
      throw badRequest(`The submessages of this message are too long (limit: ${BYTES_LIMIT} bytes)`)
    }
    const row = {
      realm_id: actor.realm.id,
      message_id: message.id,
      id: await transaction.next('submessages'),
      sender_id: actor.user.id,
      msg_type: input.type,
      content: input.content,
    }
    await submessagesTable.insert(db, row)
    transaction.announce(submessageAdded(row, await findChangeAudience(db, actor, message)))
  })
}

function checkJson(content: string): void {
  if (Buffer.byteLength(content) > CONTENT_LIMIT_BYTES) {
    throw badRequest(`content is too long (limit: ${CONTENT_LIMIT_BYTES} bytes)`)
  }
  if (parseJson(content, 'content') === undefined) throw badRequest('Invalid json for submessage')
}
