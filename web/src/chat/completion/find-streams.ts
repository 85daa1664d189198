import type { ChatState, KnownStream } from '../state/chat-state.ts'
import { folded, matchesWords } from './match-words.ts'

/** Streams by name, subscribed ones first. */
export function findStreams(
  { streams, subscriptions }: Pick<ChatState, 'streams' | 'subscriptions'>,
  query: string,
  most: number,
): readonly KnownStream[] {
  const wanted = folded(query.trim())
  const rank = ({ stream_id, name }: KnownStream) =>
    `${Number(!subscriptions.has(stream_id))}${Number(!folded(name).startsWith(wanted))}${folded(name)}`
  return [...streams.values()]
    .filter(({ name }) => matchesWords(folded(name), wanted))
    .sort((one, other) => (rank(one) < rank(other) ? -1 : 1))
    .slice(0, most)
}
