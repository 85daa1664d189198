import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Invitation } from '../../../../packages/client/src/generated/telephony-api.ts'
import { messageOf } from '../../api/api-failure.ts'
import { loadPortalTexts, p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { EntrancePage } from '../../ui/entrance-page.tsx'
import { Notice } from '../../ui/notice.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { LoadingState } from '../../ui/view-states.tsx'
import { Fact, FactList } from '../shell/fact-list.tsx'
import { portalKeys } from '../shell/portal-keys.ts'
import { acceptInvitation, lookAtInvitation } from './invitation-calls.ts'
import { InvitationRefusal } from './invitation-refusal.tsx'

await loadPortalTexts()

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
        {texts.accept}
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
