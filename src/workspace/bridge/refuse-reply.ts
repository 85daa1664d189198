import { plain } from '../../chat/bots/webhook-texts/plain-text.ts'
import { findSystemBot } from '../../chat/identity/users/user-store.ts'
import { findSent, insertSendKey } from '../../chat/messages/sending/send-key-store.ts'
import { sendNotification } from '../../chat/messages/sending/send-notification.ts'
import { findStream } from '../../chat/streams/stream-store.ts'
import { secondsOf } from '../../platform/clock.ts'
import type { Workspace } from '../workspace.ts'
import type { Reply } from './bridged-message-store.ts'

/** Says in the topic why a message was not sent. Once, even if the process dies before it moves on. */
export async function refuseReply(workspace: Workspace, reply: Reply, reason: string): Promise<void> {
  const realm = await workspace.realmsById.get(reply.realm_id)
  if (!realm) return
  await workspace.transact(realm.id, async (transaction) => {
    const { db } = transaction
    const bot = await findSystemBot(db, realm.id)
    const key = { realm_id: realm.id, user_id: bot.id, key: `bridge ${reply.id}` }
    const stream = await findStream(db, realm.id, reply.stream_id!)
    if (!stream || stream.deactivated || (await findSent(db, key)) !== undefined) return
    const id = await sendNotification(workspace, transaction, realm, {
      stream,
      topic: reply.topic,
      content: `Not sent: ${plain(reason)}.`,
    })
    await insertSendKey(db, { ...key, message_id: id, created_at: secondsOf(workspace.clock) })
  })
}
