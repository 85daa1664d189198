import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { useUsers } from '../texting-numbers/use-users.ts'
import { userName } from '../users/user-name.ts'
import styles from './audit.module.css'
import { type AuditFilter, emptyFilter, isEmpty } from './audit-filter.ts'

interface AuditFilterFormProps {
  filter: AuditFilter
  onChange: (filter: AuditFilter) => void
}

export function AuditFilterForm({ filter, onChange }: AuditFilterFormProps) {
  const users = useUsers()
  const set = (name: keyof AuditFilter) => (event: { target: { value: string } }) =>
    onChange({ ...filter, [name]: event.target.value })
  return (
    <search className={styles.filters} aria-label={p.audit.filters}>
      <SelectField label={p.audit.what} value={filter.kind} onChange={set('kind')}>
        <option value="">{p.audit.everything}</option>
        {Object.entries(p.audit.kinds).map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </SelectField>
      <SelectField label={p.audit.who} value={filter.contact} onChange={set('contact')}>
        <option value="">{p.audit.everybody}</option>
        {users.data?.map((user) => (
          <option key={user.id} value={user.id}>
            {userName(user)}
          </option>
        ))}
      </SelectField>
      <TextField label={p.audit.from} type="date" value={filter.from} onChange={set('from')} />
      <TextField label={p.audit.to} type="date" value={filter.to} onChange={set('to')} />
      <TextField label={p.audit.subject} value={filter.subject} onChange={set('subject')} />
      {!isEmpty(filter) && (
        <Button onClick={() => onChange(emptyFilter)} className={styles.clear}>
          {p.audit.clear}
        </Button>
      )}
    </search>
  )
}
