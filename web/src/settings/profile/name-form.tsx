import { useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { ButtonRow, FieldStack } from '../settings-section.tsx'

export function NameForm() {
  const fullName = useChat((state) => state.me.fullName)
  const isFixed = useChat((state) => state.realm.name_changes_disabled && !state.me.isAdmin)
  const [draft, setDraft] = useState<string>()
  const submit = useSubmit()
  async function save() {
    if (draft === undefined) return
    if (!(await submit.run(() => callChat('PATCH /settings', { full_name: draft })))) return
    setDraft(undefined)
    showToast(t.ui.saved)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <FieldStack>
        <TextField
          label={t.settings.profile.fullName}
          hint={isFixed ? t.settings.profile.nameFixed : undefined}
          autoComplete="name"
          required
          maxLength={100}
          readOnly={isFixed}
          value={draft ?? fullName}
          error={submit.error === undefined ? undefined : messageOf(submit.error)}
          onChange={(event) => setDraft(event.target.value)}
        />
        {draft !== undefined && draft !== fullName && (
          <ButtonRow>
            <Button type="submit" look="primary" size="small" busy={submit.busy}>
              {t.settings.profile.saveName}
            </Button>
            <Button size="small" onClick={() => setDraft(undefined)}>
              {t.ui.cancel}
            </Button>
          </ButtonRow>
        )}
      </FieldStack>
    </form>
  )
}
