import { t } from '../../texts/texts.ts'
import { useChat } from '../state/workspace.ts'
import { ProfileDetails } from './profile-details.tsx'
import styles from './right-column.module.css'

/** The people of a private conversation. */
export function DirectPanel({ userIds }: { userIds: readonly number[] }) {
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
