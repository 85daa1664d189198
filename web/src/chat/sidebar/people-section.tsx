import { useRef } from 'react'
import { t } from '../../texts/texts.ts'
import type { Narrow } from '../narrows/narrow.ts'
import { PeopleList } from '../people/people-list.tsx'
import { useListedPeople } from '../people/use-listed-people.ts'
import { focusInDrawer } from '../shell/drawer.ts'
import { useCommand } from '../shortcuts/commands.ts'
import styles from './section.module.css'

const SHOWN = 15

/** All users, active ones first. */
export function PeopleSection({ narrow }: { narrow: Narrow | undefined }) {
  const people = useListedPeople('everybody')
  const filter = useRef<HTMLInputElement>(null)
  useCommand('filterPeople', () => focusInDrawer('left', filter.current))
  const only = narrow?.kind === 'direct' && narrow.userIds.length === 1 ? narrow.userIds[0] : undefined
  return (
    <section className={styles.section} aria-labelledby="sidebar-people">
      <div className={styles.head}>
        <h2 id="sidebar-people">{t.people.heading}</h2>
      </div>
      <PeopleList
        people={people}
        label={t.people.heading}
        filterLabel={t.people.filter}
        filterRef={filter}
        empty={t.people.nobodyFound}
        cutAt={SHOWN}
        currentId={only}
      />
    </section>
  )
}
