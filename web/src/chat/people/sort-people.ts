import { currentLanguage } from '../../texts/language.ts'
import type { ChatState, Person } from '../state/chat-state.ts'
import { type PresenceNow, presenceNow } from './presence-now.ts'

export interface ListedPerson {
  person: Person
  presence: PresenceNow
}

const order: Record<PresenceNow, number> = {
  available: 0,
  away: 1,
  do_not_disturb: 1,
  offline: 2,
}

/** Active users first, then by name. Bots come last, since they are always active. */
export function sortPeople(
  state: Pick<ChatState, 'presences' | 'statuses'>,
  people: readonly Person[],
  nowMs: number,
): ListedPerson[] {
  const collator = new Intl.Collator(currentLanguage(), { sensitivity: 'base' })
  return people
    .map((person) => ({ person, presence: presenceNow(state, person.user_id, nowMs) }))
    .sort(
      (one, other) =>
        Number(one.person.is_bot) - Number(other.person.is_bot) ||
        order[one.presence] - order[other.presence] ||
        collator.compare(one.person.full_name, other.person.full_name),
    )
}

/** By a part of the name or of the address. */
export function matchesPerson({ full_name, email }: Person, query: string): boolean {
  const wanted = query.trim().toLowerCase()
  return full_name.toLowerCase().includes(wanted) || email.toLowerCase().startsWith(wanted)
}
