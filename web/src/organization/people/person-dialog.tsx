import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import type { Person } from '../../chat/state/chat-state.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import styles from '../organization-forms.module.css'
import { ProfileValueField } from './profile-value-field.tsx'
import { readProfileValue } from './read-profile-value.ts'
import { RemoveTwoFactorButton } from './remove-two-factor-button.tsx'
import { RoleSelect } from './role-select.tsx'
import { roleNumbers, roleOf } from './roles.ts'

/** An administrator changes a user's name, role and profile. Only changes are sent. */
export function PersonDialog({ person, onClose }: { person: Person; onClose: () => void }) {
  const fields = useChat((state) => state.profileFields)
  const [name, setName] = useState(person.full_name)
  const [role, setRole] = useState(roleOf(person))
  const [profile, setProfile] = useState<Record<number, string>>({})
  const submit = useSubmit()
  const form = useId()
  const texts = t.organization.people
  const stored = (id: number) => person.profile_data?.[id]?.value ?? ''
  async function save(event: FormEvent) {
    event.preventDefault()
    const changed = fields.filter(({ id }) => (profile[id] ?? stored(id)) !== stored(id))
    const done = await submit.run(() =>
      callChat('PATCH /users/{user_id}', {
        user_id: person.user_id,
        ...(name.trim() !== person.full_name && { full_name: name.trim() }),
        ...(role !== roleOf(person) && { role: roleNumbers[role] }),
        ...(changed.length > 0 && {
          profile_data: changed.map((field) => ({
            id: field.id,
            value: readProfileValue(field, profile[field.id] ?? ''),
          })),
        }),
      }),
    )
    if (done) onClose()
  }
  return (
    <Dialog
      title={texts.editTitle(person.full_name)}
      onClose={onClose}
      actions={<FormActions form={form} submit={t.ui.save} busy={submit.busy} onCancel={onClose} />}
    >
      <form id={form} className={styles.form} onSubmit={(event) => void save(event)}>
        <TextField
          label={texts.name}
          value={name}
          required
          maxLength={100}
          onChange={(event) => setName(event.target.value)}
        />
        <RoleSelect label={texts.role} value={role} onChange={setRole} />
        {fields.map((field) => (
          <ProfileValueField
            key={field.id}
            field={field}
            value={profile[field.id] ?? stored(field.id)}
            onChange={(value) => setProfile((last) => ({ ...last, [field.id]: value }))}
          />
        ))}
        {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      </form>
      <div>
        <RemoveTwoFactorButton person={person} />
      </div>
    </Dialog>
  )
}
