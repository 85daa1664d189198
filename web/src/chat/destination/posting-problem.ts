import { t } from '../../texts/texts.ts'
import type { ChatState } from '../state/chat-state.ts'
import { type Destination, NO_TOPIC } from '../state/destination.ts'

/** As the server counts it. */
export const CONTENT_LIMIT = 10_000
export const TOPIC_LIMIT = 60
const PEOPLE_LIMIT = 250

/** Why the user may not post there; undefined if they may. */
export function whyForbidden(state: ChatState, destination: Destination): string | undefined {
  return destination.kind === 'direct'
    ? whyNotToPeople(state, destination.userIds)
    : whyNotToStream(state, destination.streamId)
}

function whyNotToPeople({ people }: ChatState, userIds: readonly number[]): string | undefined {
  if (userIds.length > PEOPLE_LIMIT) return t.compose.tooManyPeople(PEOPLE_LIMIT)
  for (const id of userIds) {
    const person = people.get(id)
    if (!person) return t.compose.unknownPerson
    if (!person.is_active) return t.compose.personLeft(person.full_name)
  }
  return undefined
}

function whyNotToStream(state: ChatState, streamId: number | undefined): string | undefined {
  if (streamId === undefined) return undefined
  const stream = state.streams.get(streamId)
  if (!stream) return t.compose.unknownStream
  if (stream.is_announcement_only && !state.me.isAdmin) return t.compose.onlyAdministrators(stream.name)
  const mustSubscribe = stream.invite_only || state.me.isGuest
  return mustSubscribe && !state.subscriptions.has(streamId)
    ? t.compose.notSubscribed(stream.name)
    : undefined
}

export type MissingPart = 'stream' | 'topic' | 'people' | 'content'

/** The part that is missing before the message can be sent. */
export function whatIsMissing(
  state: ChatState,
  destination: Destination,
  content: string,
): { part: MissingPart; text: string } | undefined {
  if (destination.kind === 'direct') {
    if (destination.userIds.length === 0) return { part: 'people', text: t.compose.choosePeople }
  } else {
    const topic = destination.topic.trim()
    if (destination.streamId === undefined) return { part: 'stream', text: t.compose.chooseStream }
    if (state.realm.mandatory_topics && (topic === '' || topic.toLowerCase() === NO_TOPIC)) {
      return { part: 'topic', text: t.compose.topicRequired }
    }
    if ([...topic].length > TOPIC_LIMIT) return { part: 'topic', text: t.compose.topicTooLong(TOPIC_LIMIT) }
  }
  return content.trim() === '' ? { part: 'content', text: t.compose.nothingWritten } : undefined
}

export function bytesOf(content: string): number {
  return new TextEncoder().encode(content.trimEnd()).length
}
