import { p } from '../../texts/portal-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Status } from './status-values.ts'

const looks: Record<Status, 'success' | 'warning' | 'danger' | 'accent'> = {
  available: 'success',
  away: 'warning',
  do_not_disturb: 'danger',
  on_a_call: 'danger',
  in_a_meeting: 'accent',
  lunch: 'warning',
  holiday: 'accent',
  afk: 'warning',
}

export function StatusBadge({ status }: { status: Status }) {
  return <Badge look={looks[status]}>{p.status.names[status]}</Badge>
}
