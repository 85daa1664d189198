import { useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField, TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { ButtonRow, FieldStack, SettingsSection } from '../settings-section.tsx'

const empty = { old: '', next: '', again: '', replacesKey: true }

export function PasswordSection() {
  const email = useChat((state) => state.me.email)
  const [draft, setDraft] = useState(empty)
  const [mistyped, setMistyped] = useState(false)
  const [changed, setChanged] = useState(false)
  const submit = useSubmit()
  const set = (part: Partial<typeof empty>) => {
    setDraft({ ...draft, ...part })
    setMistyped(false)
    setChanged(false)
  }
  async function save() {
    if (draft.next !== draft.again) return setMistyped(true)
    const { old, next, replacesKey } = draft
    const change = { old_password: old, new_password: next, keep_api_key: !replacesKey }
    const done = await submit.run(() => callChat('PATCH /settings', change))
    if (!done) return
    setDraft(empty)
    setChanged(true)
  }
  return (
    <SettingsSection title={t.settings.password.title} intro={t.settings.password.intro}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <FieldStack>
          {/* Tells password managers whose password it is. */}
          <input type="text" autoComplete="username" value={email} readOnly hidden />
          <TextField
            label={t.settings.password.old}
            type="password"
            autoComplete="current-password"
            required
            value={draft.old}
            onChange={(event) => set({ old: event.target.value })}
          />
          <TextField
            label={t.settings.password.next}
            type="password"
            autoComplete="new-password"
            required
            value={draft.next}
            onChange={(event) => set({ next: event.target.value })}
          />
          <TextField
            label={t.settings.password.again}
            type="password"
            autoComplete="new-password"
            required
            value={draft.again}
            error={mistyped ? t.settings.password.mistyped : undefined}
            onChange={(event) => set({ again: event.target.value })}
          />
          <CheckField
            label={t.settings.password.replacesKey}
            hint={t.settings.password.replacesKeyHint}
            checked={draft.replacesKey}
            onChange={(event) => set({ replacesKey: event.target.checked })}
          />
          {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
          {changed && <Notice look="success">{t.settings.password.changed}</Notice>}
          <ButtonRow>
            <Button type="submit" look="primary" busy={submit.busy}>
              {t.settings.password.save}
            </Button>
          </ButtonRow>
        </FieldStack>
      </form>
    </SettingsSection>
  )
}
