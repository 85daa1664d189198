import type { Contact } from '@switchboard/client/telephony'
import { p } from '../../texts/portal-texts.ts'
import { Badge } from '../../ui/badge.tsx'

const looks = {
  none: 'plain',
  pending: 'accent',
  accepted: 'success',
  expired: 'warning',
  revoked: 'danger',
} as const

export function InvitationBadge({ status }: { status: Contact['invitation']['status'] }) {
  return <Badge look={looks[status]}>{p.users.invitation[status]}</Badge>
}
