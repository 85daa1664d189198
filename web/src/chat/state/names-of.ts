import { currentLanguage } from '../../texts/language.ts'
import { t } from '../../texts/texts.ts'
import type { ChatState } from './chat-state.ts'

/** The people of a conversation, in words. */
export function namesOf(
  { people, me }: Pick<ChatState, 'people' | 'me'>,
  userIds: readonly number[],
): string {
  if (userIds.length === 1 && userIds[0] === me.userId) return t.sidebar.notesToSelf
  const names = userIds.map((id) => people.get(id)?.full_name ?? t.people.unknown)
  if (names.length === 1) return names[0]!
  return names.sort(new Intl.Collator(currentLanguage()).compare).join(', ')
}
