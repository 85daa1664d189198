import { memo, useState, useSyncExternalStore } from 'react'
import { t } from '../../texts/texts.ts'
import { classNames } from '../../ui/class-names.ts'
import { editedMessage, selectedMessage } from '../message-actions/message-selection.ts'
import { MessageToolbar } from '../message-actions/message-toolbar.tsx'
import { timeOfDay } from '../message-content/message-times.ts'
import { useChat } from '../state/workspace.ts'
import type { Row } from './build-rows.ts'
import { highlightedMessage } from './highlighted-message.ts'
import { MessageBody } from './message-body.tsx'
import { MessageMarks } from './message-marks.tsx'
import styles from './message-row.module.css'
import { BeginningNote, DateDivider, RecipientHeader, UnreadDivider } from './row-dividers.tsx'
import { SenderAvatar, SenderLine } from './sender.tsx'

/** Rendered again only when its message or the dividers above it change. */
export const MessageRow = memo(function MessageRow({ row }: { row: Row }) {
  const { message } = row
  return (
    <>
      {row.isOldest && <BeginningNote />}
      {row.startsDay && <DateDivider timestamp={message.timestamp} />}
      {row.isFirstUnread && <UnreadDivider />}
      {row.startsConversation && (
        <div data-header-of={row.id} className={styles.header}>
          <RecipientHeader message={message} />
        </div>
      )}
      <MessageArticle row={row} />
    </>
  )
})

function useIs<Value>(
  store: { get(): Value; subscribe(listener: () => void): () => void },
  value: Value,
): boolean {
  return useSyncExternalStore(store.subscribe, () => store.get() === value)
}

function MessageArticle({ row: { id, message, showsSender } }: { row: Row }) {
  const is24Hours = useChat(({ settings }) => settings.twenty_four_hour_time)
  const name = useChat(({ people }) => people.get(message.sender_id)?.full_name) ?? message.sender_full_name
  const isSelected = useIs(selectedMessage, id)
  const isEdited = useIs(editedMessage, id)
  const isHighlighted = useIs(highlightedMessage, id)
  // Most messages are only read, so the toolbar is rendered when the pointer or focus comes near.
  const [isNear, setNear] = useState(false)
  const isMention = message.flags.includes('mentioned') || message.flags.includes('wildcard_mentioned')
  const look = classNames(
    styles.row,
    showsSender && styles.first,
    isMention && styles.mention,
    isSelected && styles.selected,
    isHighlighted && styles.highlighted,
  )
  const time = timeOfDay(message.timestamp, is24Hours)
  return (
    <article
      className={look}
      data-message-id={id}
      aria-label={t.messages.messageOf(name, time)}
      aria-current={isSelected || undefined}
      tabIndex={isSelected ? 0 : -1}
      onPointerEnter={() => setNear(true)}
      onFocus={() => {
        setNear(true)
        selectedMessage.set(id)
      }}
    >
      <div className={styles.side}>{showsSender && <SenderAvatar message={message} />}</div>
      <div className={styles.main}>
        {showsSender && !message.is_me_message && <SenderLine message={message} />}
        <MessageBody message={message} isEdited={isEdited} />
      </div>
      <MessageMarks message={message} />
      {(isNear || isSelected) && !isEdited && (
        <div className={styles.tools}>
          <MessageToolbar message={message} onEdit={() => editedMessage.set(id)} />
        </div>
      )}
    </article>
  )
}
