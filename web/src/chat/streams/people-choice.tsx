import { useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { TextField } from '../../ui/field.tsx'
import { matchesPerson } from '../people/sort-people.ts'
import type { Person } from '../state/chat-state.ts'
import styles from './people-choice.module.css'

/** Nobody reads a longer list. Users further down are found by name. */
const MAX_SHOWN = 60

interface PeopleChoiceProps {
  label: string
  hint?: string | undefined
  error?: string | undefined
  /** the users to choose from */
  people: readonly Person[]
  chosen: readonly number[]
  onChange: (chosen: readonly number[]) => void
}

/** Chooses users with check boxes and a search. Chosen users stay visible. */
export function PeopleChoice({ label, hint, error, people, chosen, onChange }: PeopleChoiceProps) {
  const [query, setQuery] = useState('')
  const isChosen = ({ user_id }: Person) => chosen.includes(user_id)
  const found = people.filter((person) => !isChosen(person) && matchesPerson(person, query))
  const shown = [...people.filter(isChosen), ...found.slice(0, MAX_SHOWN)]
  const toggle = (id: number) =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id])
  return (
    <fieldset className={styles.choice}>
      <legend>{label}</legend>
      {hint && <p className={styles.hint}>{hint}</p>}
      <TextField
        label={t.streams.findPeople}
        hideLabel
        placeholder={t.streams.findPeople}
        autoComplete="off"
        value={query}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          // The form around it is not meant.
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
      <ul className={styles.list}>
        {shown.map((person) => (
          <li key={person.user_id}>
            <label className={styles.person}>
              <input type="checkbox" checked={isChosen(person)} onChange={() => toggle(person.user_id)} />
              <Avatar url={person.avatar_url} name={person.full_name} size="small" />
              <span className={styles.name}>{person.full_name}</span>
              <span className={styles.email}>{person.email}</span>
            </label>
          </li>
        ))}
        {shown.length === 0 && <li className={styles.hint}>{t.streams.nobodyFound}</li>}
      </ul>
      <p className={styles.hint} role="status">
        {t.streams.chosenPeople(chosen.length)}
      </p>
      {error && (
        <p className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
