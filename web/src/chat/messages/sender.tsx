import type { Message } from '@switchboard/client/chat'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { showProfile } from '../message-content/opened-overlays.ts'
import { PersonStatus } from '../people/person-status.tsx'
import { useChat } from '../state/workspace.ts'
import styles from './message-row.module.css'

type Sent = Pick<Message, 'sender_id' | 'sender_full_name' | 'avatar_url'>

/** The name beside it does the same, and serves keyboards and screen readers. */
export function SenderAvatar({ message }: { message: Sent }) {
  const person = useChat((state) => state.people.get(message.sender_id))
  const name = person?.full_name ?? message.sender_full_name
  return (
    <button
      type="button"
      className={styles.avatar}
      tabIndex={-1}
      aria-hidden="true"
      onClick={() => showProfile(message.sender_id)}
    >
      <Avatar url={person?.avatar_url ?? message.avatar_url} name={name} />
    </button>
  )
}

export function SenderName({ message }: { message: Sent }) {
  const person = useChat((state) => state.people.get(message.sender_id))
  return (
    <button
      type="button"
      className={styles.name}
      aria-haspopup="dialog"
      onClick={() => showProfile(message.sender_id)}
    >
      {person?.full_name ?? message.sender_full_name}
    </button>
  )
}

export function SenderLine({ message }: { message: Sent }) {
  const person = useChat((state) => state.people.get(message.sender_id))
  return (
    <div className={styles.sender}>
      <SenderName message={message} />
      {person?.is_bot && <Badge>{t.messages.bot}</Badge>}
      {person?.is_guest && <Badge>{t.messages.guest}</Badge>}
      <PersonStatus userId={message.sender_id} />
    </div>
  )
}
