import { useMemo } from 'react'
import type { Person } from '../../chat/state/chat-state.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { useLanguage } from '../../texts/language.ts'

/** Active users without bots, by name. */
export function usePeople(): readonly Person[] {
  const people = useChat((state) => state.people)
  const language = useLanguage()
  return useMemo(() => {
    const { compare } = new Intl.Collator(language, { sensitivity: 'base' })
    return [...people.values()]
      .filter((person) => person.is_active && !person.is_bot)
      .sort((one, other) => compare(one.full_name, other.full_name))
  }, [people, language])
}
