import type { Contact } from '@switchboard/client/telephony'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toast.tsx'
import { usePortal } from '../shell/portal-context.ts'
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
  const name = userName(user)
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
  return (
    <ConfirmDialog
      title={words.title}
      confirm={words.confirm}
      look={action === 'invite' ? 'primary' : 'danger'}
      onClose={onClose}
      onConfirm={async () => {
        await client.call(calls[action], { contact_id: user.id })
        showToast(words.done)
        onDone(action)
      }}
    >
      {words.text}
    </ConfirmDialog>
  )
}
