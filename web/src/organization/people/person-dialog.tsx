import type { CustomProfileField } from '@switchboard/client/chat'
import { type FormEvent, useId, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import type { Person } from '../../chat/state/chat-state.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextArea, TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import styles from '../organization-forms.module.css'
import { fieldTypeOf, fieldTypes, readChoices } from '../profile-fields/field-types.ts'
import { PeopleChoice } from './people-choice.tsx'
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

/** As the API wants it: people as ids, nothing as null. */
function readProfileValue(field: CustomProfileField, value: string): string | number[] | null {
  if (value === '') return null
  if (field.type !== fieldTypes.people) return value
  const ids = JSON.parse(value) as number[]
  return ids.length === 0 ? null : ids
}

/** For a member who has lost the device. Whether they have a second factor, only they know. */
function RemoveTwoFactorButton({ person }: { person: Person }) {
  const [asking, setAsking] = useState(false)
  const texts = t.settings.twoFactor
  async function remove() {
    await callChat('DELETE /users/{user_id}/two_factor', { user_id: person.user_id })
    showToast(texts.removed)
  }
  return (
    <>
      <Button size="small" onClick={() => setAsking(true)}>
        {texts.removeOf}
      </Button>
      {asking && (
        <ConfirmDialog
          title={texts.removeTitle(person.full_name)}
          confirm={t.ui.remove}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          {texts.removeText}
        </ConfirmDialog>
      )}
    </>
  )
}

interface ProfileValueFieldProps {
  field: CustomProfileField
  /** as it is stored */
  value: string
  onChange: (value: string) => void
}

/** Fills in one field of a profile, by its type. */
function ProfileValueField({ field, value, onChange }: ProfileValueFieldProps) {
  const about = { label: field.name, ...(field.hint && { hint: field.hint }) }
  const type = fieldTypeOf(field.type)
  if (type === 'longText') {
    return <TextArea {...about} value={value} onChange={(event) => onChange(event.target.value)} />
  }
  if (type === 'choice') {
    return (
      <SelectField {...about} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{t.organization.people.nothing}</option>
        {readChoices(field.field_data).map(({ key, text }) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </SelectField>
    )
  }
  if (type === 'people') {
    return (
      <PeopleChoice
        legend={field.name}
        chosen={value === '' ? [] : (JSON.parse(value) as number[])}
        onChange={(ids) => onChange(JSON.stringify(ids))}
      />
    )
  }
  return (
    <TextField
      {...about}
      type={type === 'date' ? 'date' : 'text'}
      inputMode={type === 'link' ? 'url' : 'text'}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}
