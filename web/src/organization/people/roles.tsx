import type { Person } from '../../chat/state/chat-state.ts'
import { o } from '../../texts/organization-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { SelectField } from '../../ui/field.tsx'

export type Role = 'administrator' | 'member' | 'guest'

/** As the API numbers them. */
export const roleNumbers = { administrator: 200, member: 400, guest: 600 } as const

export const roles = Object.keys(roleNumbers) as Role[]

export function roleOf({ is_admin, is_guest }: Pick<Person, 'is_admin' | 'is_guest'>): Role {
  if (is_admin) return 'administrator'
  return is_guest ? 'guest' : 'member'
}

export const roleOfNumber = (number: number): Role =>
  roles.find((role) => roleNumbers[role] === number) ?? 'member'

const looks = { administrator: 'accent', member: 'plain', guest: 'warning' } as const

export function RoleBadge({ role }: { role: Role }) {
  return <Badge look={looks[role]}>{o.roles[role]}</Badge>
}

export function RoleSelect({
  label,
  value,
  offered = roles,
  onChange,
}: {
  label: string
  value: Role
  offered?: readonly Role[]
  onChange: (role: Role) => void
}) {
  return (
    <SelectField label={label} value={value} onChange={(event) => onChange(event.target.value as Role)}>
      {offered.map((role) => (
        <option key={role} value={role}>
          {o.roles[role]}
        </option>
      ))}
    </SelectField>
  )
}
