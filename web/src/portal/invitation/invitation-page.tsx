import { ApiError, connectTelephony } from '@switchboard/client'
import type { Invitation } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { EntrancePage } from '../../ui/entrance-page.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { LoadingState } from '../../ui/view-states.tsx'
import { Fact, FactList } from '../shell/fact-list.tsx'
import { portalKeys } from '../shell/portal-keys.ts'

/** The two calls that need no key of the company. */
const anyone = connectTelephony({ server: '', retries: 0 })

/** The page behind the link in the email. The token is the only credential. */
export function InvitationPage({ token }: { token: string }) {
  const look = useQuery({
    queryKey: portalKeys.invitation(token),
    queryFn: ({ signal }) => lookAtInvitation(token, signal),
  })
  const [accepted, setAccepted] = useState<Invitation>()
  if (accepted) return <Accepted invitation={accepted} />
  if (look.error !== null) return <InvitationRefusal error={look.error} onRetry={look.refetch} />
  if (!look.data) return <LoadingState />
  return <Offer token={token} invitation={look.data} onAccepted={setAccepted} />
}

interface OfferProps {
  token: string
  invitation: Invitation
  onAccepted: (invitation: Invitation) => void
}

function Offer({ token, invitation, onAccepted }: OfferProps) {
  const { company, contact, expires_at: end } = invitation
  const texts = p.users.invitationPage
  const submit = useSubmit()
  const name = `${contact.first_name} ${contact.last_name}`.trim()
  return (
    <EntrancePage title={texts.title(company.name)} intro={texts.intro(name)}>
      <FactList>
        <Fact label={texts.company}>{company.name}</Fact>
        <Fact label={texts.you}>{[name, contact.email].filter(Boolean).join(' · ')}</Fact>
        <Fact label={texts.validUntil}>
          <DateTime at={end} />
        </Fact>
      </FactList>
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      <Button
        look="primary"
        busy={submit.busy}
        onClick={() => void submit.run(async () => onAccepted(await acceptInvitation(token)))}
      >
        {texts.accept(company.name)}
      </Button>
      <p>{texts.ignore}</p>
    </EntrancePage>
  )
}

function Accepted({ invitation: { company } }: { invitation: Invitation }) {
  const texts = p.users.invitationPage
  return (
    <EntrancePage title={texts.acceptedTitle}>
      <Notice look="success">{texts.accepted(company.name)}</Notice>
      <p>
        <a href="/portal">{texts.toPortal}</a>
      </p>
    </EntrancePage>
  )
}

function lookAtInvitation(token: string, signal: AbortSignal): Promise<Invitation> {
  return anyone.call('GET /invitations/{token}', { token }, undefined, { signal })
}

function acceptInvitation(token: string): Promise<Invitation> {
  return anyone.call('POST /invitations/accept', {}, { token })
}

/** Why there is nothing to accept: no such token, not valid any more, or the server could not be asked. */
function InvitationRefusal({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const texts = p.users.invitationPage
  const status = error instanceof ApiError ? error.status : undefined
  if (status === 404) {
    return (
      <EntrancePage title={texts.unknownTitle}>
        <Notice look="warning">{texts.unknown}</Notice>
      </EntrancePage>
    )
  }
  if (status === 410) {
    return (
      <EntrancePage title={texts.overTitle}>
        <Notice look="warning">{messageOf(error)}</Notice>
        <p>{texts.overHelp}</p>
      </EntrancePage>
    )
  }
  return (
    <EntrancePage title={texts.failedTitle}>
      <Notice look="danger">{messageOf(error)}</Notice>
      <Button onClick={onRetry}>{t.ui.tryAgain}</Button>
    </EntrancePage>
  )
}
