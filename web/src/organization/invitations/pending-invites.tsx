import { useQuery } from '@tanstack/react-query'
import { MailOpen } from 'lucide-react'
import { useState } from 'react'
import { callChat } from '../../api/chat-api.ts'
import { chatKeys } from '../../chat/state/chat-keys.ts'
import { t } from '../../texts/texts.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Table } from '../../ui/table.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { type Invite, InviteRow } from './invite-row.tsx'

/** The invitations that can still be used. */
export function PendingInvites() {
  const { data, error, refetch } = useQuery({
    queryKey: chatKeys.invites,
    queryFn: ({ signal }) => callChat('GET /invites', {}, { signal }),
  })
  const [revoked, setRevoked] = useState<Invite>()
  const texts = t.organization.invitations
  if (!data) return error ? <ErrorState error={error} onRetry={refetch} /> : <LoadingState />
  if (data.invites.length === 0) {
    return (
      <EmptyState icon={<MailOpen />} title={texts.none}>
        {texts.noneHint}
      </EmptyState>
    )
  }
  async function revoke({ id, is_multiuse }: Invite) {
    const call = is_multiuse ? 'DELETE /invites/multiuse/{invite_id}' : 'DELETE /invites/{invite_id}'
    await callChat(call, { invite_id: id })
  }
  return (
    <>
      <Table
        label={texts.pending}
        headings={[texts.invitee, texts.invitedBy, texts.invitedAs, texts.sentAt, texts.validUntil, '']}
      >
        {data.invites.map((invite) => (
          <InviteRow key={invite.id} invite={invite} onRevoke={() => setRevoked(invite)} />
        ))}
      </Table>
      {revoked && (
        <ConfirmDialog
          title={texts.revokeTitle}
          confirm={texts.revoke}
          onConfirm={() => revoke(revoked)}
          onClose={() => setRevoked(undefined)}
        >
          {texts.revokeHint(revoked.email)}
        </ConfirmDialog>
      )}
    </>
  )
}
