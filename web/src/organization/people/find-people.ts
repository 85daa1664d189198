import type { Person } from '../../chat/state/chat-state.ts'

/** Users whose name or address contains the search text, by name. */
export function findPeople(people: readonly Person[], wanted: string): Person[] {
  const key = wanted.trim().toLowerCase()
  return people
    .filter(({ full_name, email }) => `${full_name}\n${email}`.toLowerCase().includes(key))
    .sort((one, other) => one.full_name.localeCompare(other.full_name))
}
