import { Hash, Lock, Megaphone } from 'lucide-react'
import type { CSSProperties } from 'react'
import { t } from '../../texts/texts.ts'
import type { KnownStream } from '../state/chat-state.ts'
import { useChat } from '../state/workspace.ts'
import styles from './stream-name.module.css'

type Named = Pick<KnownStream, 'stream_id' | 'name' | 'invite_only' | 'is_announcement_only'>

/** The name in the user's colour. The icon shows who can read and post. */
export function StreamName({ stream }: { stream: Named }) {
  const color = useChat((state) => state.subscriptions.get(stream.stream_id)?.color)
  const kind = stream.invite_only ? 'private' : stream.is_announcement_only ? 'announcements' : 'public'
  const Icon = { private: Lock, announcements: Megaphone, public: Hash }[kind]
  return (
    <span className={styles.name}>
      {color && <span className={styles.color} style={{ backgroundColor: color }} />}
      <Icon aria-hidden="true" />
      {kind !== 'public' && <span className="visually-hidden">{t.streams.kinds[kind]} </span>}
      <span>{stream.name}</span>
    </span>
  )
}

/** The sign of a stream in its colour: a lock for a private one. */
export function StreamMark({ stream, color }: { stream: KnownStream; color: string | undefined }) {
  const style = color === undefined ? {} : ({ '--stream': color } as CSSProperties)
  return (
    <span className={styles.mark} style={style} aria-hidden="true">
      {stream.invite_only ? <Lock /> : <Hash />}
    </span>
  )
}
