import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../api/api-failure.ts'
import { callChat } from '../api/chat-api.ts'
import { e } from '../texts/entrance-texts.ts'
import { Button } from '../ui/button.tsx'
import { EntrancePage } from '../ui/entrance-page.tsx'
import { CheckField, TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { useSubmit } from '../ui/use-submit.ts'
import { LoadingState } from '../ui/view-states.tsx'
import { enterApp } from './enter-app.ts'
import { entranceKeys } from './entrance-keys.ts'
import { ResetRefusal } from './link-refusal.tsx'
import { useServerSettings } from './use-server-settings.ts'

/** The page behind the link of a password reset mail. */
export function ResetPasswordPage({ token }: { token: string }) {
  const look = useQuery({
    queryKey: entranceKeys.reset(token),
    queryFn: ({ signal }) => callChat('GET /password_reset/{token}', { token }, { signal }),
  })
  if (look.error !== null) return <ResetRefusal error={look.error} onRetry={look.refetch} />
  if (!look.data) return <LoadingState />
  return <ResetForm token={token} email={look.data.email} />
}

function ResetForm({ token, email }: { token: string; email: string }) {
  const [password, setPassword] = useState('')
  const [keepBotKeys, setKeepBotKeys] = useState(false)
  const submit = useSubmit()
  const icon = useServerSettings()?.realm_icon
  async function save() {
    await callChat('POST /password_reset/{token}', { token, password, keep_bot_keys: keepBotKeys })
    await enterApp(email, password)
  }
  function send(event: FormEvent) {
    event.preventDefault()
    void submit.run(save)
  }
  return (
    <EntrancePage title={e.reset.title} intro={e.reset.intro(email)} icon={icon}>
      <form onSubmit={send}>
        {/* For password managers, which store the password with it. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <TextField
          label={e.reset.password}
          hint={e.join.passwordHint}
          type="password"
          autoComplete="new-password"
          required
          minLength={8}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <CheckField
          label={e.reset.keepBotKeys}
          hint={e.reset.keepBotKeysHint}
          checked={keepBotKeys}
          onChange={(event) => setKeepBotKeys(event.target.checked)}
        />
        <Notice>{e.reset.explanation}</Notice>
        {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
        <Button type="submit" look="primary" busy={submit.busy}>
          {e.reset.submit}
        </Button>
      </form>
    </EntrancePage>
  )
}
