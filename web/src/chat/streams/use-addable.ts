import type { Person } from '../state/chat-state.ts'
import { useChat } from '../state/workspace.ts'
import { sortPersons } from './sort-streams.ts'

/** Who can be added to a stream: users, and the bots that the user may add. System bots are left out. */
export function useAddable(): readonly Person[] {
  const people = useChat((state) =>
    [...state.people.values()].filter(
      (person) => person.is_active && (!person.is_bot || state.bots.has(person.user_id)),
    ),
  )
  return sortPersons(people)
}
