import { Copy, Ellipsis, Trash2 } from 'lucide-react'
import { p } from '../../texts/portal-texts.ts'
import { classNames } from '../../ui/class-names.ts'
import { copyText } from '../../ui/copy-text.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { Bubble } from './group-messages.ts'
import styles from './message-bubble.module.css'
import { MessageFile } from './message-file.tsx'
import { MessageStatus } from './message-status.tsx'

interface MessageBubbleProps {
  bubble: Bubble
  sender: string
  onDelete: (bubble: Bubble) => void
}

export function MessageBubble({ bubble, sender, onDelete }: MessageBubbleProps) {
  const { first, all } = bubble
  const isOurs = first.direction === 'outbound'
  const actions = [
    ...(first.text === ''
      ? []
      : [
          {
            label: p.texting.copyText,
            icon: <Copy />,
            onChoose: () => void copyText(first.text),
          },
        ]),
    {
      label: p.texting.deleteMessage,
      icon: <Trash2 />,
      look: 'danger' as const,
      onChoose: () => onDelete(bubble),
    },
  ]
  return (
    <li className={classNames(styles.message, isOurs && styles.ours)}>
      <p className={styles.head}>
        <strong>{sender}</strong> <DateTime at={first.created_at} />
      </p>
      <div className={styles.line}>
        <div className={styles.bubble}>
          {first.files.map((file) => (
            <MessageFile key={file.id} file={file} />
          ))}
          {first.text !== '' && <p className={styles.text}>{first.text}</p>}
        </div>
        <Menu
          label={p.texting.messageActions}
          icon={<Ellipsis />}
          groups={[actions]}
          className={styles.menu}
        />
      </div>
      {isOurs && (
        <p className={styles.statuses}>
          {all.map((message) => (
            <MessageStatus key={message.id} message={message} named={all.length > 1} />
          ))}
          {first.segments > 1 && <span>{p.texting.segments(first.segments)}</span>}
        </p>
      )}
    </li>
  )
}
