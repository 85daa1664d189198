import { t } from '../../texts/texts.ts'
import type { ChatState } from '../state/chat-state.ts'

/** The names of the people in a conversation, one after the other. */
export function peopleNames(state: ChatState, userIds: readonly number[]): string {
  return userIds.map((id) => state.people.get(id)?.full_name ?? t.messages.unknownPerson).join(', ')
}
