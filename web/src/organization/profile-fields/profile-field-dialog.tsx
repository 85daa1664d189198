import { type FormEvent, useId, useState } from 'react'
import type { CustomProfileField } from '../../../../packages/client/src/generated/chat-api.ts'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import styles from '../organization-forms.module.css'
import { AccountFields } from './account-fields.tsx'
import { ChoiceEditor } from './choice-editor.tsx'
import { draftOf, type FieldDraft, fieldDataOf } from './field-draft.ts'
import { type FieldType, fieldTypes } from './field-types.ts'

/** A new field, or another name, hint and choices for one. The type of a field stays. */
export function ProfileFieldDialog({
  field,
  onClose,
}: {
  field: CustomProfileField | undefined
  onClose: () => void
}) {
  const [draft, setDraft] = useState(() => draftOf(field))
  const submit = useSubmit()
  const form = useId()
  const texts = t.organization.fields
  const set = (change: Partial<FieldDraft>) => setDraft((last) => ({ ...last, ...change }))
  async function save(event: FormEvent) {
    event.preventDefault()
    const data = fieldDataOf(draft)
    const input = { name: draft.name, hint: draft.hint, ...(data && { field_data: data }) }
    const done = await submit.run(() =>
      field
        ? callChat('PATCH /realm/profile_fields/{field_id}', { field_id: field.id, ...input })
        : callChat('POST /realm/profile_fields', { field_type: fieldTypes[draft.type], ...input }),
    )
    if (done) onClose()
  }
  return (
    <Dialog
      title={field ? texts.editTitle(field.name) : texts.create}
      onClose={onClose}
      actions={
        <FormActions
          form={form}
          submit={field ? t.ui.save : t.ui.create}
          busy={submit.busy}
          onCancel={onClose}
        />
      }
    >
      <form id={form} className={styles.form} onSubmit={(event) => void save(event)}>
        <SelectField
          label={texts.type}
          value={draft.type}
          disabled={field !== undefined}
          onChange={(event) => set({ type: event.target.value as FieldType })}
        >
          {(Object.keys(fieldTypes) as FieldType[]).map((type) => (
            <option key={type} value={type}>
              {texts.types[type]}
            </option>
          ))}
        </SelectField>
        {draft.type === 'account' && <AccountFields draft={draft} onChange={set} />}
        <TextField
          label={texts.name}
          maxLength={40}
          value={draft.name}
          onChange={(event) => set({ name: event.target.value })}
        />
        <TextField
          label={texts.hint}
          hint={texts.hintHint}
          maxLength={80}
          value={draft.hint}
          onChange={(event) => set({ hint: event.target.value })}
        />
        {draft.type === 'choice' && (
          <ChoiceEditor choices={draft.choices} onChange={(choices) => set({ choices })} />
        )}
        {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      </form>
    </Dialog>
  )
}
