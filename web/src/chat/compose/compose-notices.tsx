import { Notice } from '../../ui/notice.tsx'
import styles from './compose-notices.module.css'

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
