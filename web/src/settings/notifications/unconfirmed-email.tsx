import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { isMissing } from '../../api/server-mode.ts'
import { chatKeys } from '../../chat/state/chat-keys.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { ButtonRow } from '../settings-section.tsx'

/** Says that no mails come before the address is confirmed, and how. Renders nothing once it is. */
export function UnconfirmedEmail() {
  const texts = t.settings.notifications
  const [isSent, setIsSent] = useState(false)
  const submit = useSubmit()
  const { data } = useQuery({
    queryKey: chatKeys.ownEmail,
    queryFn: ({ signal }) => callChat('GET /users/me/email', {}, { signal }),
    enabled: !isMissing('mail'),
  })
  if (!data || data.is_confirmed) return null
  if (isSent) return <Notice look="success">{texts.confirmationSent(data.email)}</Notice>
  async function send() {
    if (await submit.run(() => callChat('POST /users/me/email/confirmation', {}))) setIsSent(true)
  }
  return (
    <Notice look="warning">
      <p>{texts.unconfirmed(data.email)}</p>
      {submit.error !== undefined && <p role="alert">{messageOf(submit.error)}</p>}
      <ButtonRow>
        <Button size="small" busy={submit.busy} onClick={() => void send()}>
          {texts.confirmAddress}
        </Button>
      </ButtonRow>
    </Notice>
  )
}
