import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { isDevelopment } from '../../api/server-mode.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { EntrancePage } from '../../ui/entrance-page.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { chatKeys } from '../state/chat-keys.ts'
import { DemoPeople } from './demo-people.tsx'
import { EmailField } from './email-field.tsx'
import { ForgottenPassword } from './forgotten-password.tsx'

/** The organization follows from the host in the address; what it is called comes from the server. */
export function SignInPage({ onSignedIn }: { onSignedIn: () => void }) {
  const server = useQuery({
    queryKey: chatKeys.serverSettings,
    queryFn: ({ signal }) => callChat('GET /server_settings', {}, { signal }),
  })
  const [forgotten, setForgotten] = useState(false)
  if (server.error !== null) return <ErrorState error={server.error} onRetry={server.refetch} />
  if (!server.data) return <LoadingState />
  const { realm_name: name, realm_description: description } = server.data
  return (
    <EntrancePage title={name ?? 'Switchboard'} intro={description || t.signIn.intro}>
      {forgotten ? (
        <ForgottenPassword onBack={() => setForgotten(false)} />
      ) : (
        <PasswordForm onSignedIn={onSignedIn} onForgotten={() => setForgotten(true)} />
      )}
      {isDevelopment() && <DemoPeople onSignedIn={onSignedIn} />}
      <p>
        <a href="/portal">{t.signIn.toPortal}</a>
      </p>
    </EntrancePage>
  )
}

function PasswordForm({ onSignedIn, onForgotten }: { onSignedIn: () => void; onForgotten: () => void }) {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const submit = useSubmit()
  async function send(event: FormEvent) {
    event.preventDefault()
    if (await submit.run(() => callChat('POST /sessions', { username, password }))) onSignedIn()
  }
  return (
    <form onSubmit={(event) => void send(event)}>
      <EmailField value={username} onChange={setUsername} />
      <TextField
        label={t.signIn.password}
        type="password"
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      <Button type="submit" look="primary" busy={submit.busy}>
        {t.signIn.signIn}
      </Button>
      <Button look="quiet" size="small" onClick={onForgotten}>
        {t.signIn.forgotten}
      </Button>
    </form>
  )
}
