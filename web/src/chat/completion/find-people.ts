import type { ChatState, Person } from '../state/chat-state.ts'
import { folded, matchesWords } from './match-words.ts'

type Known = Pick<ChatState, 'people' | 'presences' | 'directs' | 'mutedUsers' | 'subscribers'>

/** Users whose name or address begins with the text: subscribers, then recent contacts, then recent presence. */
export function findPeople(
  state: Known,
  query: string,
  { streamId, most }: { streamId?: number | undefined; most: number },
): readonly Person[] {
  const wanted = folded(query.trim())
  const readers = streamId === undefined ? undefined : state.subscribers.get(streamId)
  return [...state.people.values()]
    .filter(
      ({ is_active, full_name, email }) =>
        is_active && (matchesWords(folded(full_name), wanted) || folded(email).startsWith(wanted)),
    )
    .map((person) => ({ person, rank: rankOf(state, person, wanted, readers) }))
    .sort((one, other) => compare(one.rank, other.rank))
    .slice(0, most)
    .map(({ person }) => person)
}

/** The smaller the earlier. */
function rankOf(
  { mutedUsers, presences, directs }: Known,
  { user_id: id, full_name: name, is_bot }: Person,
  wanted: string,
  readers: ReadonlySet<number> | undefined,
): readonly (number | string)[] {
  const { active = 0, idle = 0 } = presences.get(id) ?? {}
  return [
    Number(mutedUsers.has(id)),
    Number(readers !== undefined && !readers.has(id)),
    Number(!folded(name).startsWith(wanted)),
    Number(is_bot),
    -(directs.get(`d${id}`) ?? 0),
    -Math.max(active, idle),
    folded(name),
  ]
}

function compare(one: readonly (number | string)[], other: readonly (number | string)[]): number {
  const at = one.findIndex((value, index) => value !== other[index])
  return at < 0 ? 0 : one[at]! < other[at]! ? -1 : 1
}

export function hasNamesake({ people }: Pick<ChatState, 'people'>, person: Person): boolean {
  const name = person.full_name.toLowerCase()
  return [...people.values()].some(
    (other) => other.user_id !== person.user_id && other.full_name.toLowerCase() === name,
  )
}
