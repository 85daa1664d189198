import type { Person } from '../state/chat-state.ts'
import { useChat } from '../state/workspace.ts'
import { sortPersons } from './sort-persons.ts'

/** Whom one can put into a stream: people, and the bots that one has to do with. The system's own are none of them. */
export function useAddable(): readonly Person[] {
  const people = useChat((state) =>
    [...state.people.values()].filter(
      (person) => person.is_active && (!person.is_bot || state.bots.has(person.user_id)),
    ),
  )
  return sortPersons(people)
}
