import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { CountBadge } from '../../ui/badge.tsx'
import { useNarrowHash } from '../narrows/route.ts'
import { othersOf } from '../state/conversation.ts'
import { useChat } from '../state/workspace.ts'
import styles from './person-row.module.css'
import { PersonStatus } from './person-status.tsx'
import type { ListedPerson } from './sort-people.ts'

interface PersonRowProps extends ListedPerson {
  /** The conversation with them is open. */
  current?: boolean
  unread?: number
}

/** A user in a list: a link to the conversation with them. */
export function PersonRow({ person, presence, current, unread = 0 }: PersonRowProps) {
  const hashOf = useNarrowHash()
  const me = useChat((state) => state.me.userId)
  const isAway = useChat((state) => state.statuses.get(person.user_id)?.away === true)
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
      {!person.is_bot && (
        <span className="visually-hidden">{isAway ? t.people.away : t.people[presence]}</span>
      )}
      <PersonStatus userId={person.user_id} />
      <CountBadge count={unread} label={t.sidebar.unread} />
    </a>
  )
}
