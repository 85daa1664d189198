import { t } from '../../texts/texts.ts'
import { classNames } from '../../ui/class-names.ts'
import { Notice } from '../../ui/notice.tsx'
import { bytesOf, CONTENT_LIMIT } from '../destination/posting-problem.ts'
import styles from './compose-notes.module.css'

/** From this length on, the remaining room is shown. */
const NEAR = 0.8 * CONTENT_LIMIT

/** Below the text: how much room is left. */
export function ComposeNotes({ content }: { content: string }) {
  const bytes = bytesOf(content)
  const isTooLong = bytes > CONTENT_LIMIT
  return (
    <div className={styles.notes}>
      <span role="status" className={classNames(styles.count, isTooLong && styles.tooLong)}>
        {isTooLong
          ? t.compose.tooLong(bytes, CONTENT_LIMIT)
          : bytes > NEAR && t.compose.ofBytes(bytes, CONTENT_LIMIT)}
      </span>
    </div>
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
