import type { ChatTransaction } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import type { Stream } from '../../streams/stream.ts'
import type { Messages } from '../messages.ts'
import { sendNotification } from '../sending/send-notification.ts'

/** Which topics get a notice about a move to another stream. */
export interface MoveNotices {
  oldThread: boolean
  newThread: boolean
}

interface Thread {
  stream: Stream
  topic: string
}

/** The notices do not name a private stream: not everyone who reads them may know of it. */
export async function notifyMovedThreads(
  chat: Messages,
  transaction: ChatTransaction,
  mover: Actor,
  { from, to, mode }: { from: Thread; to: Thread; mode: string },
  notices: MoveNotices,
): Promise<void> {
  const what = subjects[mode]!
  const name = `@_**${mover.user.full_name}|${mover.user.id}**`
  const send = (thread: Thread, content: string) =>
    sendNotification(chat, transaction, mover.realm, { ...thread, content, readBy: [mover.user.id] })
  if (notices.newThread) await send(to, `${what} moved here from ${placeOf(from)} by ${name}.`)
  if (notices.oldThread) await send(from, `${what} moved to ${placeOf(to)} by ${name}.`)
}

const subjects: Record<string, string> = {
  change_one: 'A message was',
  change_later: 'Messages were',
  change_all: 'This topic was',
}

const placeOf = ({ stream, topic }: Thread) =>
  stream.invite_only ? 'another stream' : `#**${stream.name}>${topic}**`
