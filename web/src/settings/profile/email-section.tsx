import { useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { ButtonRow, FieldStack, SettingsSection } from '../settings-section.tsx'

/** The new address counts once the link that is mailed to it was followed. */
export function EmailSection() {
  const email = useChat((state) => state.me.email)
  const isFixed = useChat((state) => state.realm.email_changes_disabled && !state.me.isAdmin)
  const [draft, setDraft] = useState('')
  const [password, setPassword] = useState('')
  const [sentTo, setSentTo] = useState<string>()
  const submit = useSubmit()
  async function send() {
    setSentTo(undefined)
    const wanted = draft.trim()
    if (!(await submit.run(() => callChat('PATCH /settings', { email: wanted, old_password: password }))))
      return
    setSentTo(wanted)
    setDraft('')
    setPassword('')
  }
  return (
    <SettingsSection title={t.settings.email.title} intro={t.settings.email.now(email)}>
      {isFixed ? (
        <p>{t.settings.email.fixed}</p>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void send()
          }}
        >
          <FieldStack>
            <TextField
              label={t.settings.email.next}
              type="email"
              autoComplete="email"
              required
              value={draft}
              onChange={(event) => setDraft(event.target.value)}
            />
            <TextField
              label={t.settings.password.yours}
              type="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
            />
            {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
            <ButtonRow>
              <Button type="submit" busy={submit.busy}>
                {t.settings.email.send}
              </Button>
            </ButtonRow>
            {sentTo !== undefined && sentTo !== email && (
              <Notice look="success">{t.settings.email.sent(sentTo)}</Notice>
            )}
          </FieldStack>
        </form>
      )}
    </SettingsSection>
  )
}
