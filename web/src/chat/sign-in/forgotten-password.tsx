import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { EmailField } from './email-field.tsx'

/** The answer is the same whether or not there is such an account. */
export function ForgottenPassword({ onBack }: { onBack: () => void }) {
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState(false)
  const submit = useSubmit()
  async function send(event: FormEvent) {
    event.preventDefault()
    setSent(await submit.run(() => callChat('POST /password_reset', { email })))
  }
  return (
    <form onSubmit={(event) => void send(event)}>
      <EmailField value={email} onChange={setEmail} />
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      {sent && <Notice look="success">{t.signIn.resetSent}</Notice>}
      <Button type="submit" look="primary" busy={submit.busy}>
        {t.signIn.sendReset}
      </Button>
      <Button look="quiet" size="small" onClick={onBack}>
        {t.ui.back}
      </Button>
    </form>
  )
}
