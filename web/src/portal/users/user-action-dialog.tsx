import type { Contact } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isMissing } from '../../api/server-mode.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LinksDialog } from '../../ui/links-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { userName } from './known-users.ts'

export type UserAction = 'invite' | 'revoke' | 'delete'

interface UserActionDialogProps {
  action: UserAction
  user: Contact
  onDone: (action: UserAction) => void
  onClose: () => void
}

const calls = {
  invite: 'POST /company/contacts/{contact_id}/invitation',
  revoke: 'DELETE /company/contacts/{contact_id}/invitation',
  delete: 'DELETE /company/contacts/{contact_id}',
} as const

/** Asks for confirmation before sending an email or taking access away. */
export function UserActionDialog({ action, user, onDone, onClose }: UserActionDialogProps) {
  const { client } = usePortal()
  const [linked, setLinked] = useState(false)
  const name = userName(user)
  if (linked) return <InvitationLinkDialog user={user} onClose={onClose} />
  const passesOn = action === 'invite' && isMissing('mail')
  const words = {
    invite: {
      title: p.users.inviteTitle(name),
      text: user.work_email ? p.users.inviteText(user.work_email) : p.users.noAddress,
      confirm: p.users.inviteAgain,
      done: p.users.invited(name),
    },
    revoke: {
      title: p.users.revokeTitle(name),
      text: p.users.revokeText,
      confirm: p.users.revoke,
      done: p.users.revoked(name),
    },
    delete: {
      title: p.users.deleteTitle(name),
      text: p.users.deleteText,
      confirm: t.ui.delete,
      done: p.users.deleted(name),
    },
  }[action]
  const link = { title: p.users.newLinkTitle(name), text: p.users.newLinkText, confirm: p.users.newLink }
  const { title, text, confirm } = passesOn ? link : words
  return (
    <ConfirmDialog
      title={title}
      confirm={confirm}
      look={action === 'invite' ? 'primary' : 'danger'}
      onClose={onClose}
      onConfirm={async () => {
        await client.call(calls[action], { contact_id: user.id })
        onDone(action)
        if (!passesOn) return showToast(words.done)
        setLinked(true)
        return 'open'
      }}
    >
      {text}
    </ConfirmDialog>
  )
}

/** The link of a pending invitation, on a server that sends no mail. */
export function InvitationLinkDialog({ user, onClose }: { user: Contact; onClose: () => void }) {
  const { client } = usePortal()
  const name = userName(user)
  const { data, error, refetch } = useQuery({
    queryKey: portalKeys.users.link(user.id),
    queryFn: () =>
      client.call('POST /company/contacts/{contact_id}/invitation/link', { contact_id: user.id }),
    gcTime: 0,
  })
  if (data)
    return (
      <LinksDialog
        title={p.users.invitationLink}
        text={p.users.linkText(name)}
        links={[{ name, link: data.link }]}
        onClose={onClose}
      />
    )
  return (
    <Dialog title={p.users.invitationLink} onClose={onClose}>
      {error ? <ErrorState error={error} onRetry={refetch} /> : <LoadingState />}
    </Dialog>
  )
}
