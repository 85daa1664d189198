import type { Message } from '@switchboard/client/chat'
import { Star } from 'lucide-react'
import { memo, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLanguage } from '../../texts/language.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { use24Hours } from '../../ui/hours.ts'
import { fullTime, timeOfDay } from '../../ui/times.ts'
import { MessageEditor } from '../message-actions/message-editor.tsx'
import { MessageToolbar } from '../message-actions/message-toolbar.tsx'
import { ReactionRow } from '../message-actions/reaction-row.tsx'
import { RenderedContent } from '../message-content/rendered-content.tsx'
import { editedMessage, selectedMessage } from '../state/message-selection.ts'
import { useChat } from '../state/workspace.ts'
import { MessageWidget } from '../widgets/message-widget.tsx'
import { widgetOf } from '../widgets/read-widget.ts'
import type { Row } from './build-rows.ts'
import { highlightedMessage } from './highlighted-message.ts'
import { revealedMessages, useListNarrow } from './list-context.ts'
import styles from './message-row.module.css'
import { BeginningNote, DateDivider, RecipientHeader, UnreadDivider } from './row-dividers.tsx'
import { SenderAvatar, SenderLine, SenderName } from './sender.tsx'

/** Rendered again only when its message, the dividers above it or the language change. */
export const MessageRow = memo(function MessageRow({ row }: { row: Row }) {
  useLanguage()
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
  const is24Hours = use24Hours()
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
  const time = timeOfDay(message.timestamp * 1000, is24Hours)
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

/** The small marks beside a message. */
function MessageMarks({ message }: { message: Message }) {
  const is24Hours = use24Hours()
  const { timestamp, last_edit_timestamp: edited } = message
  return (
    <div className={styles.marks}>
      {edited !== undefined && <span title={fullTime(edited * 1000, is24Hours)}>{t.messages.edited}</span>}
      {message.flags.includes('starred') && (
        <Star className={styles.star} fill="currentColor" aria-label={t.messages.starred} role="img" />
      )}
      <time
        className={styles.time}
        dateTime={new Date(timestamp * 1000).toISOString()}
        title={fullTime(timestamp * 1000, is24Hours)}
      >
        {timeOfDay(timestamp * 1000, is24Hours)}
      </time>
    </div>
  )
}

function MessageBody({ message, isEdited }: { message: Message; isEdited: boolean }) {
  const isMuted = useChat((state) => state.mutedUsers.has(message.sender_id))
  const [isRevealed, setRevealed] = useState(revealedMessages.has(message.id))
  if (isMuted && !isRevealed) {
    const reveal = () => {
      revealedMessages.add(message.id)
      setRevealed(true)
    }
    return (
      <p className={styles.hidden}>
        {t.messages.ofMutedPerson}
        <Button look="quiet" size="small" onClick={reveal}>
          {t.messages.show}
        </Button>
      </p>
    )
  }
  if (isEdited) return <MessageEditor message={message} onDone={() => editedMessage.set(undefined)} />
  return (
    <>
      <Content message={message} />
      <ReactionRow message={message} />
    </>
  )
}

function Content({ message }: { message: Message }) {
  const isSearch = useListNarrow().kind === 'search'
  const html = (isSearch && message.match_content) || message.content
  const widget = widgetOf(message)
  if (widget) return <MessageWidget message={message} widget={widget} />
  if (!message.is_me_message) return <FoldedContent id={message.id} html={html} />
  return (
    <div className={styles.me}>
      <SenderName message={message} />
      <FoldedContent id={message.id} html={html.replace(/^<p>\/me /, '<p>')} />
    </div>
  )
}

/** Shorter HTML than this is not measured: it cannot be tall. */
const SHORT = 300
/** In pixels: what would be hidden must be worth a button. */
const MAX_HEIGHT = 560

/** They stay unfolded when they scroll back into view. */
const unfoldedMessages = new Set<number>()

/** The content of a message. Long content is folded until the reader unfolds it. */
function FoldedContent({ id, html }: { id: number; html: string }) {
  const box = useRef<HTMLDivElement>(null)
  const [isLong, setLong] = useState(false)
  const [isOpen, setOpen] = useState(unfoldedMessages.has(id))
  useLayoutEffect(() => {
    setLong(html.length > SHORT && (box.current?.scrollHeight ?? 0) > MAX_HEIGHT)
  }, [html])
  const toggle = () => {
    if (isOpen) unfoldedMessages.delete(id)
    else unfoldedMessages.add(id)
    setOpen(!isOpen)
  }
  return (
    <>
      <div ref={box} className={classNames(isLong && !isOpen && styles.folded)}>
        <RenderedContent html={html} />
      </div>
      {isLong && (
        <Button look="quiet" size="small" aria-expanded={isOpen} onClick={toggle}>
          {isOpen ? t.messages.showLess : t.messages.showMore}
        </Button>
      )}
    </>
  )
}
