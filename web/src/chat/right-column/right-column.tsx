import { useMemo } from 'react'
import { t } from '../../texts/texts.ts'
import { PeopleList } from '../people/people-list.tsx'
import { useListedPeople } from '../people/use-listed-people.ts'
import type { Narrow } from '../state/narrow.ts'
import { useChat } from '../state/workspace.ts'
import { ProfileDetails } from './profile-details.tsx'
import styles from './right-column.module.css'
import { StreamPanel } from './stream-panel.tsx'

const FILTER_FROM = 15

/** The users and details that belong to the open narrow. */
export function RightColumn({ narrow }: { narrow: Narrow }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable
    // biome-ignore lint/a11y/useSemanticElements: the column is an aside already, and this the part that scrolls
    <div className={styles.column} role="group" aria-label={t.people.label} tabIndex={0}>
      {narrow.kind === 'stream' || narrow.kind === 'topic' ? (
        <StreamPanel
          key={narrow.streamId}
          streamId={narrow.streamId}
          topic={narrow.kind === 'topic' ? narrow.topic : undefined}
        />
      ) : narrow.kind === 'direct' ? (
        <DirectPanel userIds={narrow.userIds} />
      ) : (
        <OnlinePanel />
      )}
    </div>
  )
}

/** The people of a private conversation. */
function DirectPanel({ userIds }: { userIds: readonly number[] }) {
  const people = useChat((state) => state.people)
  return (
    <section aria-labelledby="column-people">
      <div className={styles.head}>
        <h2 id="column-people">{userIds.length === 1 ? t.people.about : t.people.conversation}</h2>
      </div>
      {userIds.map((id) => {
        const person = people.get(id)
        if (person) return <ProfileDetails key={id} person={person} compact={userIds.length > 1} />
        return (
          <p key={id} className={styles.note}>
            {t.people.unknown}
          </p>
        )
      })}
    </section>
  )
}

/** The users who are active now. */
function OnlinePanel() {
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
