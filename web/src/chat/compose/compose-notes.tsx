import { ByteCount } from './byte-count.tsx'
import styles from './compose-notes.module.css'
import { EnterSends } from './enter-sends.tsx'

interface ComposeNotesProps {
  content: string
  /** With several lines, it matters which key sends. */
  showsKeys: boolean
}

/** Below the text: how much room is left, and which key sends. */
export function ComposeNotes({ content, showsKeys }: ComposeNotesProps) {
  return (
    <div className={styles.notes}>
      <ByteCount content={content} />
      {showsKeys && <EnterSends />}
    </div>
  )
}
