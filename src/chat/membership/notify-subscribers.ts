import type { ChatTransaction } from '../chat-platform.ts'
import { type Actor, isBot, type User } from '../identity/users/user.ts'
import type { Messages } from '../messages/messages.ts'
import { sendNotification } from '../messages/sending/send-notification.ts'
import type { Stream } from '../streams/stream.ts'
import { findStream } from '../streams/stream-store.ts'

/** Users whom somebody else subscribed get a private message, unless the stream was just created. */
export async function notifySubscribed(
  chat: Messages,
  transaction: ChatTransaction,
  actor: Actor,
  subscribed: readonly { user: User; stream: Stream }[],
  created: readonly Stream[],
): Promise<void> {
  const byUser = new Map<User, Stream[]>()
  const isCreated = new Set(created)
  for (const { user, stream } of subscribed) {
    if (user.id === actor.user.id || isBot(user) || isCreated.has(stream)) continue
    const streams = byUser.get(user)
    if (streams) streams.push(stream)
    else byUser.set(user, [stream])
  }
  for (const [user, streams] of byUser) {
    const links = streams.map((stream) => `#**${stream.name}**`)
    const content =
      links.length === 1
        ? `@**${actor.user.full_name}** subscribed you to the stream ${links[0]}.`
        : `@**${actor.user.full_name}** subscribed you to the following streams:\n\n${links.map((link) => `* ${link}`).join('\n')}`
    await sendNotification(chat, transaction, actor.realm, { to: user, content })
  }
}

/** In the organization's announcement stream. Private streams are not announced. */
export async function announceNewStreams(
  chat: Messages,
  transaction: ChatTransaction,
  actor: Actor,
  created: readonly Stream[],
): Promise<void> {
  const open = created.filter((stream) => stream.invite_only === 0)
  const { notifications_stream_id: id } = actor.realm.settings
  const stream = id === null ? undefined : await findStream(transaction.db, actor.realm.id, id)
  if (open.length === 0 || !stream) return
  const links = open.map(({ name }) => `#**${name}**`).join(', ')
  const what = open.length === 1 ? `a new stream ${links}` : `the following streams: ${links}`
  await sendNotification(chat, transaction, actor.realm, {
    stream,
    topic: 'new streams',
    content: `@_**${actor.user.full_name}|${actor.user.id}** created ${what}.`,
    readBy: [actor.user.id],
  })
}
