import type { ChatState, KnownStream } from '../../chat/state/chat-state.ts'

/** The streams whose messages the user may read, by name. Administrators know of others, too. */
export function openStreams({ streams, subscriptions }: ChatState): KnownStream[] {
  return [...streams.values()]
    .filter((stream) => !stream.invite_only || subscriptions.has(stream.stream_id))
    .sort((one, other) => one.name.localeCompare(other.name))
}
