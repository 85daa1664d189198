import { useMemo } from 'react'
import type { Person } from '../state/chat-state.ts'
import { useChat } from '../state/workspace.ts'
import { type ListedPerson, sortPeople } from './sort-people.ts'

/** People with their presence, in order. `wanted` must stay the same function or set while nothing changes. */
export function useListedPeople(wanted: ReadonlySet<number> | 'everybody'): readonly ListedPerson[] {
  const people = useChat((state) => state.people)
  const presences = useChat((state) => state.presences)
  const statuses = useChat((state) => state.statuses)
  return useMemo(() => {
    const ids = wanted === 'everybody' ? [...people.keys()] : [...wanted]
    const chosen = ids
      .map((id) => people.get(id))
      .filter((person): person is Person => person?.is_active === true)
    return sortPeople({ presences, statuses }, chosen, Date.now())
  }, [wanted, people, presences, statuses])
}
