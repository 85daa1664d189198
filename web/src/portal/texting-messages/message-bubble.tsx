import type { Message, File as StoredFile } from '@switchboard/client/telephony'
import {
  Check,
  CheckCheck,
  CircleAlert,
  Clock,
  Copy,
  Download,
  Ellipsis,
  FileText,
  type LucideIcon,
  Trash2,
} from 'lucide-react'
import { useEffect, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { p } from '../../texts/portal-texts.ts'
import { IconButton } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { copyText } from '../../ui/copy-button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { formatSize } from '../../ui/format-size.ts'
import { Menu } from '../../ui/menu.tsx'
import { saveBlob } from '../../ui/save-blob.ts'
import { showNumber } from '../../ui/show-number.ts'
import { showToast } from '../../ui/toast.tsx'
import { usePortal } from '../shell/portal-context.ts'
import type { Bubble } from './group-messages.ts'
import styles from './message-bubble.module.css'

const pictures = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

const icons: Record<Message['status'], LucideIcon> = {
  queued: Clock,
  sending: Clock,
  sent: Check,
  delivered: CheckCheck,
  undelivered: CircleAlert,
  failed: CircleAlert,
  received: Check,
}

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

/** The delivery status of an outbound message, with the reason. `named` adds the recipient. */
function MessageStatus({ message, named }: { message: Message; named: boolean }) {
  const { status, error_message: reason, to } = message
  const Icon = icons[status]
  const failed = status === 'failed' || status === 'undelivered'
  const word = p.texting.statuses[status]
  const text = reason ? p.texting.statusWithReason(word, reason) : word
  return (
    <span className={classNames(styles.status, failed && styles.failed)}>
      <Icon aria-hidden="true" />
      {named ? p.texting.recipientStatus(showNumber(to), text) : text}
    </span>
  )
}

/** A file of a message: its picture if it has one, and the way to get it. */
function MessageFile({ file }: { file: StoredFile }) {
  const { client } = usePortal()
  const path = `/files/${encodeURIComponent(file.id)}/download`
  const large = useObjectUrl(!file.preview && pictures.includes(file.mimetype) ? path : undefined)
  const picture = file.preview?.base64 ?? large
  const name = file.uploaded_name || file.name
  async function download() {
    try {
      saveBlob(await client.file(path), name)
    } catch (error) {
      showToast(messageOf(error), 'danger')
    }
  }
  return (
    <div className={styles.file}>
      {picture ? <img src={picture} alt={name} className={styles.picture} /> : <FileText />}
      <div className={styles.fileRow}>
        <span className={styles.fileName}>
          {name} <span className={styles.soft}>{formatSize(file.size)}</span>
        </span>
        <IconButton label={p.texting.downloadFile(name)} onClick={() => void download()}>
          <Download />
        </IconButton>
      </div>
    </div>
  )
}

/** An address under which the page can show a picture that needs the key. undefined: not there (yet). */
function useObjectUrl(path: string | undefined): string | undefined {
  const { client } = usePortal()
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (path === undefined) return
    const abort = new AbortController()
    let made: string | undefined
    client.file(path, { signal: abort.signal }).then(
      (blob) => {
        if (abort.signal.aborted) return
        made = URL.createObjectURL(blob)
        setUrl(made)
      },
      // Without a picture there is still the button to download it.
      () => {},
    )
    return () => {
      abort.abort()
      if (made !== undefined) URL.revokeObjectURL(made)
      setUrl(undefined)
    }
  }, [client, path])
  return url
}
