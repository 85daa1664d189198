import type { Person } from '../../chat/state/chat-state.ts'
import { o } from '../../texts/organization-texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import styles from './person-name.module.css'

/** A picture and a name, for tables and lists. */
export function PersonName({
  person,
  isMe,
}: {
  person: Pick<Person, 'avatar_url' | 'full_name'>
  isMe?: boolean
}) {
  return (
    <span className={styles.person}>
      <Avatar url={person.avatar_url} name={person.full_name} size="small" />
      <span>
        {person.full_name}
        {isMe && ` ${o.people.you}`}
      </span>
    </span>
  )
}
