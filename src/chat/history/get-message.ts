import { invalidMessage } from '../chat-error.ts'
import type { Actor } from '../identity/users/user.ts'
import { accessMessage, hasReceived } from '../messages/message-access.ts'
import type { MessageShape } from '../messages/message-text.ts'
import type { History } from './history.ts'
import { createFlagReader } from './read-state/flag-reader.ts'

/** One message as in Get messages, and its Markdown source. */
export async function getMessage(
  chat: History,
  actor: Actor,
  id: number,
  shape: MessageShape,
): Promise<{ rawContent: string; json: string }> {
  const db = chat.database.read
  const message = await accessMessage(db, actor, id)
  const [text] = await chat.messageTexts.getMany(actor.realm.id, [id])
  // It was deleted meanwhile.
  if (!text) throw invalidMessage()
  const readFlags = await createFlagReader(chat, actor.user, id)
  const flags = readFlags(text, await hasReceived(db, actor, message))
  return {
    rawContent: text.content,
    json: text.json(shape, flags),
  }
}
