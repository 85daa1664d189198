import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { showProfile } from '../message-content/opened-overlays.ts'
import { PersonStatus } from '../people/person-status.tsx'
import { presenceNow } from '../people/presence-now.ts'
import { useChat } from '../state/workspace.ts'
import { peopleNames } from './narrow-names.ts'
import styles from './pane-header.module.css'

export function PeopleTitle({ userIds }: { userIds: readonly number[] }) {
  const names = useChat((state) => peopleNames(state, userIds))
  const isMe = useChat((state) => userIds.length === 1 && userIds[0] === state.me.userId)
  const [only] = userIds
  return (
    <div className={styles.titles}>
      <h1 className={styles.title}>
        {userIds.slice(0, 3).map((id) => (
          <Face key={id} userId={id} />
        ))}
        <span>{isMe ? t.messages.notesToSelf : names}</span>
      </h1>
      {userIds.length === 1 && only !== undefined && !isMe && <State userId={only} />}
    </div>
  )
}

function Face({ userId }: { userId: number }) {
  const person = useChat((state) => state.people.get(userId))
  const presence = useChat((state) => presenceNow(state, userId))
  if (!person) return null
  return (
    <button
      type="button"
      className={styles.face}
      aria-label={t.messages.profileOf(person.full_name)}
      onClick={() => showProfile(userId)}
    >
      <Avatar url={person.avatar_url} name={person.full_name} size="small" presence={presence} />
    </button>
  )
}

function State({ userId }: { userId: number }) {
  const presence = useChat((state) => presenceNow(state, userId))
  return (
    <p className={styles.description}>
      {t.messages.presence[presence]} <PersonStatus userId={userId} withText />
    </p>
  )
}
