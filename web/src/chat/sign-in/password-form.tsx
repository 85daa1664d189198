import { type FormEvent, useState } from 'react'
import { ApiError } from '../../../../packages/client/src/api-error.ts'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { EmailField } from './email-field.tsx'

/** Asks for the password, and then for the code of accounts that have a second factor. */
export function PasswordForm({
  onSignedIn,
  onForgotten,
}: {
  onSignedIn: () => void
  onForgotten: () => void
}) {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [needsCode, setNeedsCode] = useState(false)
  const submit = useSubmit()
  const signIn = (code?: string) =>
    submit.run(async () => {
      try {
        await callChat('POST /sessions', { username, password, ...(code && { code }) })
      } catch (error) {
        const isAsked = error instanceof ApiError && error.code === 'TWO_FACTOR_REQUIRED'
        if (isAsked) return setNeedsCode(true)
        throw error
      }
      onSignedIn()
    })
  function send(event: FormEvent) {
    event.preventDefault()
    void signIn()
  }
  if (needsCode) {
    const back = () => {
      submit.clear()
      setNeedsCode(false)
    }
    return <CodeForm busy={submit.busy} error={submit.error} onCode={signIn} onBack={back} />
  }
  return (
    <form onSubmit={send}>
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

interface CodeFormProps {
  busy: boolean
  error: unknown
  onCode: (code: string) => void
  onBack: () => void
}

function CodeForm({ busy, error, onCode, onBack }: CodeFormProps) {
  const [code, setCode] = useState('')
  function send(event: FormEvent) {
    event.preventDefault()
    onCode(code)
  }
  return (
    <form onSubmit={send}>
      <p>{t.signIn.codeIntro}</p>
      <TextField
        label={t.signIn.code}
        hint={t.signIn.codeHint}
        autoComplete="one-time-code"
        autoFocus
        required
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      {error !== undefined && <Notice look="danger">{messageOf(error)}</Notice>}
      <Button type="submit" look="primary" busy={busy}>
        {t.signIn.signIn}
      </Button>
      <Button look="quiet" size="small" onClick={onBack}>
        {t.ui.back}
      </Button>
    </form>
  )
}
