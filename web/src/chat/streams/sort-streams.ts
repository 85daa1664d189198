import { currentLanguage } from '../../texts/language.ts'
import type { Person } from '../state/chat-state.ts'

/** By name, as people here sort words. */
export function sortStreams<Stream extends { name: string }>(streams: readonly Stream[]): Stream[] {
  const { compare } = new Intl.Collator(currentLanguage(), { sensitivity: 'base', numeric: true })
  return [...streams].sort((one, other) => compare(one.name, other.name))
}

/** By name, bots last. */
export function sortPersons(people: readonly Person[]): Person[] {
  const { compare } = new Intl.Collator(currentLanguage(), { sensitivity: 'base' })
  return [...people].sort(
    (one, other) => Number(one.is_bot) - Number(other.is_bot) || compare(one.full_name, other.full_name),
  )
}
