import { t } from '../../texts/texts.ts'
import { classNames } from '../../ui/class-names.ts'
import { Notice } from '../../ui/notice.tsx'
import { bytesOf, CONTENT_LIMIT } from '../destination/posting-problem.ts'
import styles from './compose-notes.module.css'
import { EnterSends } from './enter-sends.tsx'

/** From this length on, the remaining room is shown. */
const NEAR = 0.8 * CONTENT_LIMIT

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

function ByteCount({ content }: { content: string }) {
  const bytes = bytesOf(content)
  const isTooLong = bytes > CONTENT_LIMIT
  return (
    <span role="status" className={classNames(styles.count, isTooLong && styles.tooLong)}>
      {isTooLong
        ? t.compose.tooLong(bytes, CONTENT_LIMIT)
        : bytes > NEAR && t.compose.ofBytes(bytes, CONTENT_LIMIT)}
    </span>
  )
}

interface ComposeNoticesProps {
  /** why nothing can be sent there */
  forbidden: string | undefined
  /** what is missing */
  complaint: string | undefined
}

export function ComposeNotices({ forbidden, complaint }: ComposeNoticesProps) {
  if (!forbidden && !complaint) return null
  return (
    <div className={styles.notices}>
      {forbidden && <Notice look="warning">{forbidden}</Notice>}
      {complaint && <Notice look="danger">{complaint}</Notice>}
    </div>
  )
}
