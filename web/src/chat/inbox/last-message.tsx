import { t } from '../../texts/texts.ts'
import { shortTime } from '../../ui/format-time.ts'
import { fullTime } from '../message-content/message-times.ts'
import { useChat } from '../state/workspace.ts'
import styles from './inbox.module.css'
import type { RecentConversation } from './recent-query.ts'

/** Who wrote last, and when. */
export function LastMessage({ last }: { last: RecentConversation }) {
  const { senderId, at } = last
  const isMe = useChat((state) => state.me.userId === senderId)
  const name = useChat((state) => state.people.get(senderId)?.full_name ?? t.people.unknown)
  const time = new Date(at * 1000).toISOString()
  return (
    <span className={styles.last}>
      <span className={styles.sender}>{isMe ? t.inbox.you : name}</span>
      <time dateTime={time} title={fullTime(at)}>
        {shortTime(time)}
      </time>
    </span>
  )
}
