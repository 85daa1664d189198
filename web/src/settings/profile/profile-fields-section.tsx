import { useState } from 'react'
import type { CustomProfileField } from '../../../../packages/client/src/generated/chat-api.ts'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { ButtonRow, SettingsSection } from '../settings-section.tsx'
import { ProfileFieldInput } from './profile-field-input.tsx'
import { PERSON_FIELD } from './profile-field-types.ts'
import styles from './profile-fields-section.module.css'

/** The custom profile fields. Renders nothing if there are none. */
export function ProfileFieldsSection() {
  const fields = useChat((state) => state.profileFields)
  if (fields.length === 0) return null
  const inOrder = [...fields].sort((one, other) => one.order - other.order)
  return (
    <SettingsSection title={t.settings.fields.title} intro={t.settings.fields.intro}>
      {inOrder.map((field) => (
        <ProfileFieldForm key={field.id} field={field} />
      ))}
    </SettingsSection>
  )
}

/** Each is saved separately, so that a rejected value does not hold back the others. */
function ProfileFieldForm({ field }: { field: CustomProfileField }) {
  const stored = useChat((state) => {
    const data = state.people.get(state.me.userId)?.profile_data
    return data?.[String(field.id)]?.value ?? ''
  })
  const [draft, setDraft] = useState<string>()
  const submit = useSubmit()
  const value = draft ?? stored

  async function store(text: string) {
    const done = await submit.run(() =>
      text === ''
        ? callChat('DELETE /users/me/profile_data', { data: [field.id] })
        : callChat('PATCH /users/me/profile_data', {
            data: [{ id: field.id, value: wireValue(field, text) }],
          }),
    )
    if (!done) return
    setDraft(undefined)
    showToast(t.settings.fields.saved(field.name))
  }
  return (
    <form
      className={styles.field}
      onSubmit={(event) => {
        event.preventDefault()
        void store(value.trim())
      }}
    >
      <ProfileFieldInput
        field={field}
        value={value}
        error={submit.error === undefined ? undefined : messageOf(submit.error)}
        onChange={setDraft}
      />
      {value !== stored && (
        <ButtonRow>
          <Button type="submit" look="primary" size="small" busy={submit.busy}>
            {t.settings.fields.save(field.name)}
          </Button>
          <Button
            size="small"
            onClick={() => {
              setDraft(undefined)
              submit.clear()
            }}
          >
            {t.ui.cancel}
          </Button>
        </ButtonRow>
      )}
    </form>
  )
}

/** People are kept as a list of ids; everything else is text. */
function wireValue(field: CustomProfileField, text: string): string | number[] {
  return field.type === PERSON_FIELD ? (JSON.parse(text) as number[]) : text
}
