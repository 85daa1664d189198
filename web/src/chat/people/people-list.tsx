import { type Ref, useState } from 'react'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { CountBadge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { listKeys } from '../../ui/list-keys.ts'
import { useNarrowHash } from '../narrows/route.ts'
import { othersOf } from '../state/conversation.ts'
import { useChat } from '../state/workspace.ts'
import { FilterField } from './filter-field.tsx'
import styles from './people-list.module.css'
import { PersonStatus } from './person-status.tsx'
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
      <ul ref={listKeys} aria-label={label}>
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

interface PersonRowProps extends ListedPerson {
  /** The conversation with them is open. */
  current?: boolean
  unread?: number
}

/** A user in a list: a link to the conversation with them. */
function PersonRow({ person, presence, current, unread = 0 }: PersonRowProps) {
  const hashOf = useNarrowHash()
  const me = useChat((state) => state.me.userId)
  const userIds = othersOf([person.user_id], me)
  const words = person.user_id === me ? t.people.you : person.is_bot ? t.people.bot : undefined
  return (
    <a
      className={styles.row}
      href={hashOf({ kind: 'direct', userIds })}
      aria-current={current ? 'page' : undefined}
    >
      <Avatar
        url={person.avatar_url}
        name={person.full_name}
        size="small"
        presence={person.is_bot ? undefined : presence}
      />
      <span className={presence === 'offline' && !person.is_bot ? styles.faint : styles.name}>
        {person.full_name}
      </span>
      {words && <span className={styles.word}>{words}</span>}
      {person.is_guest && <span className={styles.word}>{t.people.guest}</span>}
      {!person.is_bot && <span className="visually-hidden">{t.status.names[presence]}</span>}
      <PersonStatus userId={person.user_id} />
      <CountBadge count={unread} label={t.sidebar.unread} />
    </a>
  )
}
