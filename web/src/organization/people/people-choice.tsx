import { useMemo, useState } from 'react'
import { useChat } from '../../chat/state/workspace.ts'
import { o } from '../../texts/organization-texts.ts'
import { CheckField, TextField } from '../../ui/field.tsx'
import styles from '../organization-forms.module.css'
import { findPeople } from './find-people.ts'

const MAX_SHOWN = 50

/** Any number of users: the chosen ones first, then the matches of the search. */
export function PeopleChoice({
  legend,
  chosen,
  onChange,
}: {
  legend: string
  chosen: readonly number[]
  onChange: (ids: number[]) => void
}) {
  const people = useChat((state) => state.people)
  const [search, setSearch] = useState('')
  // The order stays while the user ticks boxes, so that nothing moves under the pointer.
  const [first] = useState(() => new Set(chosen))
  const found = useMemo(() => {
    const active = [...people.values()].filter((person) => person.is_active && !person.is_bot)
    const sorted = findPeople(active, search)
    return [
      ...sorted.filter((person) => first.has(person.user_id)),
      ...sorted.filter((person) => !first.has(person.user_id)),
    ]
  }, [people, search, first])
  const rest = found.length - MAX_SHOWN
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      <TextField
        label={o.people.searchIn(legend)}
        hideLabel
        type="search"
        placeholder={o.people.search}
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      <div className={styles.choices}>
        {found.slice(0, MAX_SHOWN).map(({ user_id, full_name }) => (
          <CheckField
            key={user_id}
            label={full_name}
            checked={chosen.includes(user_id)}
            onChange={(event) =>
              onChange(event.target.checked ? [...chosen, user_id] : chosen.filter((id) => id !== user_id))
            }
          />
        ))}
        {found.length === 0 && <p className={styles.soft}>{o.noMatch}</p>}
        {rest > 0 && <p className={styles.soft}>{o.people.more(rest)}</p>}
      </div>
    </fieldset>
  )
}
