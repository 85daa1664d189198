import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { PersonStatus } from '../people/person-status.tsx'
import { presenceNow } from '../people/presence-now.ts'
import { PersonPhones } from '../profile-card/person-phones.tsx'
import { ProfileFacts } from '../profile-card/profile-facts.tsx'
import type { Person } from '../state/chat-state.ts'
import { useChat } from '../state/workspace.ts'
import styles from './profile-details.module.css'

/** The profile of a user. */
export function ProfileDetails({ person, compact }: { person: Person; compact: boolean }) {
  const presence = useChat((state) => presenceNow(state, person.user_id))
  const isAway = useChat((state) => state.statuses.get(person.user_id)?.away === true)
  return (
    <article className={styles.profile}>
      <header className={styles.head}>
        <Avatar url={person.avatar_url} name={person.full_name} size={compact ? 'medium' : 'large'} />
        <div className={styles.who}>
          <h3>{person.full_name}</h3>
          {person.is_bot ? (
            <Badge>{t.people.bot}</Badge>
          ) : !person.is_active ? (
            <Badge>{t.people.left}</Badge>
          ) : (
            <Badge look={presence === 'active' ? 'success' : presence === 'idle' ? 'warning' : 'plain'}>
              {isAway ? t.people.away : t.people[presence]}
            </Badge>
          )}
          <PersonStatus userId={person.user_id} withText />
        </div>
      </header>
      <ProfileFacts person={person} />
      <PersonPhones person={person} />
    </article>
  )
}
