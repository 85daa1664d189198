import { Users } from 'lucide-react'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { classNames } from '../../ui/class-names.ts'
import { useNarrowHash } from '../narrows/route.ts'
import { PersonStatus } from '../people/person-status.tsx'
import { presenceNow } from '../people/presence-now.ts'
import { conversationKey } from '../state/conversation.ts'
import { namesOf } from '../state/names-of.ts'
import { unreadCounts } from '../state/unread.ts'
import { useChat } from '../state/workspace.ts'
import { RowCounts } from '../topics/row-counts.tsx'
import styles from '../topics/rows.module.css'

interface DirectRowProps {
  /** The other participants. */
  userIds: readonly number[]
  current: boolean
  unread: number
}

export function DirectRow({ userIds, current, unread }: DirectRowProps) {
  const hashOf = useNarrowHash()
  const names = useChat((state) => namesOf(state, userIds))
  const isMuted = useChat((state) => userIds.every((id) => state.mutedUsers.has(id)))
  const key = conversationKey({ kind: 'direct', userIds })
  const mentions = useChat((state) => unreadCounts(state).mentioned.get(key) ?? 0)
  const only = userIds.length === 1 ? userIds[0]! : undefined
  return (
    <li className={styles.row}>
      <a
        className={classNames(styles.link, isMuted ? styles.dimmed : unread > 0 && styles.waiting)}
        href={hashOf({ kind: 'direct', userIds })}
        aria-current={current ? 'page' : undefined}
        title={names}
      >
        {only === undefined ? <Users aria-hidden="true" /> : <OneAvatar userId={only} name={names} />}
        <span className={styles.name}>{names}</span>
        {only !== undefined && <PresenceWord userId={only} />}
        {only !== undefined && <PersonStatus userId={only} />}
        <RowCounts unread={unread} muted={isMuted} mentions={mentions} />
      </a>
    </li>
  )
}

function OneAvatar({ userId, name }: { userId: number; name: string }) {
  const person = useChat((state) => state.people.get(userId))
  const presence = useChat((state) => presenceNow(state, userId))
  return (
    <Avatar
      url={person?.avatar_url}
      name={name}
      size="small"
      presence={person?.is_bot ? undefined : presence}
    />
  )
}

/** The accessible name of the presence dot. */
function PresenceWord({ userId }: { userId: number }) {
  const isBot = useChat((state) => state.people.get(userId)?.is_bot === true)
  const presence = useChat((state) => presenceNow(state, userId))
  return <span className="visually-hidden">{isBot ? t.people.bot : t.people[presence]}</span>
}
