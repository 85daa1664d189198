import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import type { Role } from './roles.ts'

const looks = { administrator: 'accent', member: 'plain', guest: 'warning' } as const

export function RoleBadge({ role }: { role: Role }) {
  return <Badge look={looks[role]}>{t.organization.roles[role]}</Badge>
}
