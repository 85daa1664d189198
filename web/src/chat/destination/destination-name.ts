import { t } from '../../texts/texts.ts'
import type { ChatState } from '../state/chat-state.ts'
import type { Destination } from '../state/destination.ts'
import { useChat } from '../state/workspace.ts'

/** As people call a place: `#test › lunch`, or the names of the people. */
function destinationName(
  { streams, people, me }: Pick<ChatState, 'streams' | 'people' | 'me'>,
  destination: Destination,
): string {
  if (destination.kind === 'stream') {
    const { streamId, topic } = destination
    const name = streamId === undefined ? undefined : streams.get(streamId)?.name
    if (name === undefined) return t.compose.nowhereYet
    return topic.trim() === '' ? `#${name}` : `#${name} › ${topic.trim()}`
  }
  const { userIds } = destination
  if (userIds.length === 0) return t.compose.nobodyYet
  if (userIds.every((id) => id === me.userId)) return t.compose.noteToSelf
  return userIds.map((id) => people.get(id)?.full_name ?? String(id)).join(', ')
}

export function useDestinationName(): (destination: Destination) => string {
  const streams = useChat((state) => state.streams)
  const people = useChat((state) => state.people)
  const me = useChat((state) => state.me)
  return (destination) => destinationName({ streams, people, me }, destination)
}
