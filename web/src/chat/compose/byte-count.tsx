import { t } from '../../texts/texts.ts'
import { classNames } from '../../ui/class-names.ts'
import { bytesOf, CONTENT_LIMIT } from '../destination/posting-problem.ts'
import styles from './compose-notes.module.css'

/** From this length on, the remaining room is shown. */
const NEAR = 0.8 * CONTENT_LIMIT

export function ByteCount({ content }: { content: string }) {
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
