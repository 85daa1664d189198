import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { Actor, User } from '../../identity/users/user.ts'
import { accessStreamById } from '../../streams/stream-access.ts'
import { checkTopic } from '../../streams/topic-name.ts'
import { isTurnedOff } from '../privacy-setting.ts'
import { privateDestination } from '../sending/message-destination.ts'
import type { NamedRecipients } from '../sending/read-recipients.ts'
import { hasMoreSubscribers } from './audience-size-store.ts'
import { type TypingOperation, typingToPeople, typingToStream } from './typing-events.ts'

/** In larger streams somebody is always typing, so notifications would only be noise and traffic. */
export const SUBSCRIBERS_LIMIT = 100

export function refuseTurnedOff(user: User, where: 'direct' | 'stream'): void {
  const setting =
    where === 'direct' ? 'send_private_typing_notifications' : 'send_stream_typing_notifications'
  if (isTurnedOff(user, setting)) {
    throw badRequest(`User has disabled typing notifications for ${where} messages`)
  }
}

export async function announceTypingToPeople(
  chat: ChatPlatform,
  actor: Actor,
  op: TypingOperation,
  to: NamedRecipients,
): Promise<void> {
  if (to.length === 0) throw badRequest("Missing parameter: 'to' (recipient)")
  refuseTurnedOff(actor.user, 'direct')
  await chat.transact(actor.realm.id, async (transaction) => {
    const destination = await privateDestination(transaction.db, actor, to)
    const people = destination.kind === 'private' ? destination.people : []
    transaction.announce(typingToPeople(op, actor.user, people))
  })
}

export async function announceTypingToStream(
  chat: ChatPlatform,
  actor: Actor,
  op: TypingOperation,
  streamId: number | undefined,
  topic: string | undefined,
): Promise<void> {
  if (streamId === undefined) throw badRequest('Missing stream_id')
  if (topic === undefined) throw badRequest('Missing topic')
  const checked = checkTopic(topic)
  refuseTurnedOff(actor.user, 'stream')
  await chat.transact(actor.realm.id, async (transaction) => {
    const stream = await accessStreamById(transaction.db, actor, streamId)
    if (!stream) throw badRequest('Invalid stream id')
    if (await hasMoreSubscribers(transaction.db, actor.realm.id, stream.id, SUBSCRIBERS_LIMIT)) return
    transaction.announce(typingToStream(op, actor.user, stream, checked))
  })
}
