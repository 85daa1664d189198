import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
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
import { renderedHtml } from '../rendered-html.ts'
import { chatKeys } from '../state/chat-keys.ts'
import { DemoPeople } from './demo-people.tsx'
import { EmailField } from './email-field.tsx'
import { ForgottenPassword } from './forgotten-password.tsx'

/** Where a reset link that no longer works leads to. */
const FORGOTTEN = '#forgotten-password'

/** The organization follows from the host in the address; what it is called comes from the server. */
export function SignInPage({ onSignedIn }: { onSignedIn: () => void }) {
  const server = useQuery({
    queryKey: chatKeys.serverSettings,
    queryFn: ({ signal }) => callChat('GET /server_settings', {}, { signal }),
  })
  const [forgotten, setForgotten] = useState(() => location.hash === FORGOTTEN)
  useEffect(() => {
    if (location.hash === FORGOTTEN) history.replaceState(null, '', '/')
  }, [])
  if (server.error !== null) return <ErrorState error={server.error} onRetry={server.refetch} />
  if (!server.data) return <LoadingState />
  const { realm_name: name, realm_description: description, realm_icon: icon } = server.data
  return (
    <EntrancePage title={name ?? 'Switchboard'} intro={describe(description)} icon={icon}>
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

/** The server renders and escapes the description. */
function describe(html: string | undefined): ReactNode {
  if (!html) return t.signIn.intro
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered by the server, through the one door for that
  return <div dangerouslySetInnerHTML={renderedHtml(html)} />
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
