import { badNarrow } from '../../chat-error.ts'
import type { Actor } from '../../identity/users/user.ts'
import { loadReceptionsOf } from '../../streams/recipients/receptions.ts'
import { STREAM_NAME_LIMIT, type Stream } from '../../streams/stream.ts'
import { isHistoryOpenTo, isOpenTo } from '../../streams/stream-access.ts'
import { findStream, streamKey } from '../../streams/stream-store.ts'
import type { Streams } from '../../streams/streams.ts'
import { isSubscribed } from '../../streams/subscriptions/subscription-store.ts'
import type { NarrowTerm } from './read-narrow.ts'

/**
 * The stream of a narrow, and whether its whole history is open to the actor. A guest who left a public stream can
 * still search the messages that they received there. A private stream exists only for its subscribers.
 */
export async function findNarrowStream(
  chat: Streams,
  actor: Actor,
  named: NarrowTerm['operand'],
  operand: string,
): Promise<{ stream: Stream; isOpen: boolean }> {
  const db = chat.database.read
  if (operand.length > STREAM_NAME_LIMIT * 2) throw badNarrow(`unknown stream ${operand}`)
  const stream =
    typeof named === 'number'
      ? await findStream(db, actor.realm.id, named)
      : await chat.streamsByName.get(streamKey(actor.realm.id, operand))
  if (!stream) throw badNarrow(`unknown stream ${operand}`)
  if (isOpenTo(actor, stream)) return { stream, isOpen: true }
  if (await isSubscribed(db, actor.realm.id, actor.user.id, stream.id)) {
    return { stream, isOpen: isHistoryOpenTo(actor, stream, true) }
  }
  const receptions = await loadReceptionsOf(db, actor.realm.id, actor.user.id, [stream.recipient_id])
  if (receptions.size === 0) throw badNarrow(`unknown stream ${operand}`)
  return { stream, isOpen: false }
}
