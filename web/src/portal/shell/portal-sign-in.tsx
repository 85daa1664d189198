import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { isDevelopment } from '../../api/server-mode.ts'
import { createTelephonyClient, type TelephonyCaller } from '../../api/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EntrancePage } from '../../ui/entrance-page.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'

/** Keys of the two companies that every development server has. */
const demoKeys = { 'Acme (Ada)': 'dev-acme-key', 'Globex (Hank)': 'dev-globex-key' }

interface PortalSignInProps {
  /** The server rejected the key. */
  refused: boolean
  onSignIn: (caller: TelephonyCaller) => void
}

/** People sign in with their account of the chat. A key of the company is for companies without a chat. */
export function PortalSignIn({ refused, onSignIn }: PortalSignInProps) {
  const [key, setKey] = useState('')
  const submit = useSubmit()
  function enter(apiKey: string) {
    return submit.run(async () => {
      const caller: TelephonyCaller = { kind: 'key', apiKey, userId: 'primary' }
      await createTelephonyClient(caller).call('GET /system/account', {})
      onSignIn(caller)
    })
  }
  function send(event: FormEvent) {
    event.preventDefault()
    void enter(key.trim())
  }
  return (
    <EntrancePage title={p.shell.signInTitle} intro={p.shell.signInIntro}>
      <ButtonLink look="primary" href={`/?next=${encodeURIComponent(location.pathname)}`}>
        {p.shell.withAccount}
      </ButtonLink>
      <h2>{p.shell.withKey}</h2>
      <form onSubmit={send}>
        <TextField
          label={p.shell.apiKey}
          type="password"
          autoComplete="off"
          required
          value={key}
          onChange={(event) => setKey(event.target.value)}
          hint={p.shell.apiKeyHint}
        />
        {refused && submit.error === undefined && <Notice look="warning">{p.shell.signedOut}</Notice>}
        {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
        <Button type="submit" busy={submit.busy}>
          {p.shell.signIn}
        </Button>
      </form>
      {isDevelopment() && (
        <section>
          <h2>{p.shell.demoCompanies}</h2>
          {Object.entries(demoKeys).map(([name, apiKey]) => (
            <Button key={name} disabled={submit.busy} onClick={() => void enter(apiKey)}>
              {name}
            </Button>
          ))}
        </section>
      )}
      <p>
        <a href="/">{p.shell.toChat}</a>
      </p>
    </EntrancePage>
  )
}
