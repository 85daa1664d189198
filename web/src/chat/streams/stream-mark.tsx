import { Hash, Lock } from 'lucide-react'
import type { CSSProperties } from 'react'
import type { KnownStream } from '../state/chat-state.ts'
import styles from './stream-mark.module.css'

/** The sign of a stream in its colour: a lock for a private one. */
export function StreamMark({ stream, color }: { stream: KnownStream; color: string | undefined }) {
  const style = color === undefined ? {} : ({ '--stream': color } as CSSProperties)
  return (
    <span className={styles.mark} style={style} aria-hidden="true">
      {stream.invite_only ? <Lock /> : <Hash />}
    </span>
  )
}
