import { type Ref, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { FilterField } from './filter-field.tsx'
import styles from './people-list.module.css'
import { PersonRow } from './person-row.tsx'
import { type ListedPerson, matchesPerson } from './sort-people.ts'

/** A longer list is cut, so that thousands of people do not make the page slow. */
const CUT_AT = 100

interface PeopleListProps {
  people: readonly ListedPerson[]
  /** The accessible name of the list. */
  label: string
  /** Of the filter field; without it there is none. */
  filterLabel?: string | undefined
  filterRef?: Ref<HTMLInputElement>
  /** Shown when the list is empty. */
  empty: string
  cutAt?: number
  currentId?: number | undefined
}

export function PeopleList(props: PeopleListProps) {
  const { people, label, filterLabel, filterRef, empty, cutAt = CUT_AT, currentId } = props
  const [query, setQuery] = useState('')
  const [all, setAll] = useState(false)
  const found = query === '' ? people : people.filter(({ person }) => matchesPerson(person, query))
  const shown = all || query !== '' ? found.slice(0, all ? undefined : CUT_AT) : found.slice(0, cutAt)
  return (
    <>
      {filterLabel && <FilterField label={filterLabel} value={query} onChange={setQuery} ref={filterRef} />}
      {found.length === 0 && <p className={styles.empty}>{query === '' ? empty : t.people.nobodyFound}</p>}
      <ul aria-label={label}>
        {shown.map((listed) => (
          <li key={listed.person.user_id}>
            <PersonRow {...listed} current={listed.person.user_id === currentId} />
          </li>
        ))}
      </ul>
      {(found.length > shown.length || all) && (
        <Button size="small" look="quiet" onClick={() => setAll(!all)}>
          {all ? t.people.showFewer : t.people.showAll(found.length)}
        </Button>
      )}
    </>
  )
}
