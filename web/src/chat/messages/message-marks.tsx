import { Star } from 'lucide-react'
import type { Message } from '../../../../packages/client/src/generated/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { fullTime, timeOfDay } from '../message-content/message-times.ts'
import { useChat } from '../state/workspace.ts'
import styles from './message-row.module.css'

/** The small marks beside a message. */
export function MessageMarks({ message }: { message: Message }) {
  const is24Hours = useChat(({ settings }) => settings.twenty_four_hour_time)
  const { timestamp, last_edit_timestamp: edited } = message
  return (
    <div className={styles.marks}>
      {edited !== undefined && <span title={fullTime(edited)}>{t.messages.edited}</span>}
      {message.flags.includes('starred') && (
        <Star className={styles.star} fill="currentColor" aria-label={t.messages.starred} role="img" />
      )}
      <time
        className={styles.time}
        dateTime={new Date(timestamp * 1000).toISOString()}
        title={fullTime(timestamp)}
      >
        {timeOfDay(timestamp, is24Hours)}
      </time>
    </div>
  )
}
