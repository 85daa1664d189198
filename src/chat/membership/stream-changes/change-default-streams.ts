import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform, ChatTransaction } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import type { Actor } from '../../identity/users/user.ts'
import type { Stream } from '../../streams/stream.ts'
import { findKnownStream } from '../../streams/stream-access.ts'
import { listDefaultStreams } from '../../streams/stream-store.ts'
import { streamsTable } from '../../streams/streams-table.ts'
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
    await setDefaultWithin(transaction, actor.realm, stream, isDefault)
  })
}

/** The same within a larger transaction, for a stream that the actor may change. */
export async function setDefaultWithin(
  transaction: ChatTransaction,
  realm: Realm,
  stream: Stream,
  isDefault: boolean,
): Promise<void> {
  if ((stream.is_default === 1) === isDefault) return
  if (isDefault && stream.invite_only) throw badRequest('Private streams cannot be made default.')
  await streamsTable.update(
    transaction.db,
    { realm_id: realm.id, id: stream.id },
    { is_default: isDefault ? 1 : 0 },
  )
  await announceDefaultStreams(transaction, realm)
}

export async function announceDefaultStreams(transaction: ChatTransaction, realm: Realm): Promise<void> {
  transaction.announce(defaultStreamsChanged(await listDefaultStreams(transaction.db, realm.id)))
}
