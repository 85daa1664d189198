import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { Actor } from '../../identity/users/user.ts'
import { findKnownStream } from '../../streams/stream-access.ts'
import { listDefaultStreams, updateStream } from '../../streams/stream-store.ts'
import { defaultStreamsChanged } from './default-stream-events.ts'

/** Does nothing if it is already set. */
export function setDefaultStream(
  chat: ChatPlatform,
  actor: Actor,
  streamId: number,
  isDefault: boolean,
): Promise<void> {
  return chat.transact(actor.realm.id, async (transaction) => {
    const stream = await findKnownStream(transaction.db, actor, streamId)
    if (!stream) throw badRequest('Invalid stream id')
    if ((stream.is_default === 1) === isDefault) return
    if (isDefault && stream.invite_only) throw badRequest('Private streams cannot be made default.')
    await updateStream(transaction.db, actor.realm.id, stream.id, { is_default: isDefault ? 1 : 0 })
    await announceDefaultStreams(transaction, actor.realm)
  })
}

export async function announceDefaultStreams(transaction: ChatTransaction, realm: Realm): Promise<void> {
  transaction.announce(defaultStreamsChanged(await listDefaultStreams(transaction.db, realm.id)))
}
