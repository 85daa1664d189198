import { t } from '../../texts/texts.ts'
import { SelectField } from '../../ui/field.tsx'
import { type Role, roles } from './roles.ts'

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
          {t.organization.roles[role]}
        </option>
      ))}
    </SelectField>
  )
}
