import type { ChatPlatform } from '../../chat-platform.ts'
import { isBot, type User } from '../../identity/users/user.ts'
import { botDefaultsOf } from '../../people/bots/bot.ts'
import { findStream } from '../../streams/stream-store.ts'
import type { QueueNarrowTerm } from '../event-delivery/queue-options.ts'

/** What a queue is limited to unless its registration says otherwise. */
export interface RegisterDefaults {
  allPublicStreams: boolean
  narrow: QueueNarrowTerm[]
}

const nothing: RegisterDefaults = { allPublicStreams: false, narrow: [] }

export async function registerDefaults(chat: ChatPlatform, user: User): Promise<RegisterDefaults> {
  if (!isBot(user)) return nothing
  const { default_events_register_stream_id: id, default_all_public_streams: all } = botDefaultsOf(user)
  const stream = id === null ? undefined : await findStream(chat.database.read, user.realm_id, id)
  return { allPublicStreams: all, narrow: stream ? [['stream', stream.name]] : [] }
}
