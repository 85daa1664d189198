import { CircleAlert, CircleCheck, Clock, Inbox, LoaderCircle, type LucideIcon } from 'lucide-react'
import type { FaxMessage } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import styles from './faxes.module.css'

const looks: Record<
  FaxMessage['status'],
  { icon: LucideIcon; look: 'plain' | 'accent' | 'success' | 'danger' }
> = {
  queued: { icon: Clock, look: 'plain' },
  'media.processed': { icon: Clock, look: 'plain' },
  sending: { icon: LoaderCircle, look: 'accent' },
  delivered: { icon: CircleCheck, look: 'success' },
  failed: { icon: CircleAlert, look: 'danger' },
  received: { icon: Inbox, look: 'plain' },
}

export function FaxStatus({ status }: { status: FaxMessage['status'] }) {
  const { icon: Icon, look } = looks[status]
  return (
    <Badge look={look}>
      <Icon aria-hidden="true" className={styles.badgeIcon} />
      {p.faxes.statuses[status]}
    </Badge>
  )
}
