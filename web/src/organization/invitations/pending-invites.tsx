import { MailOpen } from 'lucide-react'
import { useEffect, useState } from 'react'
import { callChat } from '../../api/chat-api.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Table } from '../../ui/table.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { useGeneration } from '../exports/use-generation.ts'
import { type Invite, InviteRow } from './invite-row.tsx'

/** Those that can still be used; fetched anew whenever the server tells of a change. */
export function PendingInvites() {
  const version = useChat((state) => state.invitesVersion)
  const { value, error, reload } = useLoaded(`invites-${useGeneration()}`, (signal) =>
    callChat('GET /invites', {}, { signal }),
  )
  const [revoked, setRevoked] = useState<Invite>()
  const texts = t.organization.invitations
  useEffect(() => {
    if (version > 0) reload()
  }, [version, reload])
  if (!value) return error ? <ErrorState error={error} onRetry={reload} /> : <LoadingState />
  if (value.invites.length === 0) {
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
        {value.invites.map((invite) => (
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
