import { X } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ComboField } from '../completion/combo-field.tsx'
import { findPeople } from '../completion/find-people.ts'
import type { Suggestion } from '../completion/suggestion.ts'
import { useChat } from '../state/workspace.ts'
import styles from './people-field.module.css'

const MAX_COUNT = 10

interface PeopleFieldProps {
  input: RefObject<HTMLInputElement | null>
  userIds: readonly number[]
  onChange: (userIds: readonly number[]) => void
  onDone: () => void
}

/** The chosen people as chips, and a field to choose more. */
export function PeopleField({ input, userIds, onChange, onDone }: PeopleFieldProps) {
  const state = useChat((all) => all)
  const [typed, setTyped] = useState('')
  const items = findPeople(state, typed, { most: MAX_COUNT + userIds.length })
    .filter(({ user_id }) => !userIds.includes(user_id))
    .slice(0, MAX_COUNT)
    .map(
      ({ user_id, full_name, email, avatar_url }): Suggestion => ({
        key: String(user_id),
        label: full_name,
        detail: email,
        picture: { kind: 'person', url: avatar_url },
      }),
    )
  return (
    <div className={styles.people}>
      {userIds.map((id) => {
        const person = state.people.get(id)
        const name = person?.full_name ?? String(id)
        return (
          <span key={id} className={styles.chip}>
            <Avatar url={person?.avatar_url} name={name} size="small" />
            {name}
            <button
              type="button"
              className={styles.remove}
              aria-label={t.compose.removePerson(name)}
              title={t.compose.removePerson(name)}
              onClick={() => {
                onChange(userIds.filter((one) => one !== id))
                input.current?.focus()
              }}
            >
              <X aria-hidden="true" />
            </button>
          </span>
        )
      })}
      <ComboField
        label={t.compose.people}
        placeholder={userIds.length === 0 ? t.compose.choosePeople : t.compose.morePeople}
        input={input}
        value={typed}
        onWrite={setTyped}
        suggestions={items}
        onEnter={onDone}
        onChoose={({ key }) => {
          setTyped('')
          onChange([...userIds, Number(key)])
        }}
        onKeyDown={(event) => {
          if (event.key === 'Backspace' && typed === '') onChange(userIds.slice(0, -1))
        }}
        onBlur={() => setTyped('')}
      />
    </div>
  )
}
