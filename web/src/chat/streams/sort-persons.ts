import { currentLanguage } from '../../texts/language.ts'
import type { Person } from '../state/chat-state.ts'

/** By name, bots last. */
export function sortPersons(people: readonly Person[]): Person[] {
  const { compare } = new Intl.Collator(currentLanguage(), { sensitivity: 'base' })
  return [...people].sort(
    (one, other) => Number(one.is_bot) - Number(other.is_bot) || compare(one.full_name, other.full_name),
  )
}
