import { useMemo } from 'react'
import { t } from '../../texts/texts.ts'
import { useChat } from '../state/workspace.ts'
import { PeopleList } from './people-list.tsx'
import styles from './right-column.module.css'
import { useListedPeople } from './use-listed-people.ts'

const FILTER_FROM = 15

/** The users who are active now. */
export function OnlinePanel() {
  const me = useChat((state) => state.me.userId)
  const everybody = useListedPeople('everybody')
  const online = useMemo(
    () =>
      everybody.filter(
        ({ person, presence }) => !person.is_bot && presence !== 'offline' && person.user_id !== me,
      ),
    [everybody, me],
  )
  return (
    <section aria-labelledby="column-online">
      <div className={styles.head}>
        <h2 id="column-online">{t.people.online}</h2>
      </div>
      <PeopleList
        people={online}
        label={t.people.online}
        filterLabel={online.length >= FILTER_FROM ? t.people.filter : undefined}
        empty={t.people.nobodyOnline}
      />
    </section>
  )
}
