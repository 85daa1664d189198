import { Ellipsis, Link2, Send, Trash2 } from 'lucide-react'
import { messageOf } from '../../api/api-failure.ts'
import { type ChatOutput, callChat } from '../../api/chat-api.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { copyText } from '../../ui/copy-text.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toast.tsx'
import { RoleBadge } from '../people/role-badge.tsx'
import { roleOfNumber } from '../people/roles.ts'

export type Invite = ChatOutput<'GET /invites'>['invites'][number]

export function InviteRow({ invite, onRevoke }: { invite: Invite; onRevoke: () => void }) {
  const inviter = useChat((state) => state.people.get(invite.invited_by_user_id)?.full_name)
  const texts = t.organization.invitations
  const name = invite.email ?? texts.linkOf(invite.id)
  async function resend() {
    try {
      await callChat('POST /invites/{invite_id}/resend', { invite_id: invite.id })
      showToast(texts.sentAgain(name))
    } catch (error) {
      showToast(messageOf(error), 'danger')
    }
  }
  async function copy(link: string) {
    await copyText(link)
    showToast(texts.linkCopied)
  }
  const link = invite.link_url
  const useIt: MenuItem = link
    ? { label: texts.copyLink, icon: <Link2 />, onChoose: () => void copy(link) }
    : { label: texts.resend, icon: <Send />, onChoose: () => void resend() }
  return (
    <tr>
      <td>{name}</td>
      <td data-label={texts.invitedBy}>{inviter}</td>
      <td>
        <RoleBadge role={roleOfNumber(invite.invited_as)} />
      </td>
      <td data-label={texts.sentAt}>
        <DateTime at={iso(invite.invited)} />
      </td>
      <td data-label={texts.validUntil}>
        {invite.expiry_date === null ? texts.forEver : <DateTime at={iso(invite.expiry_date)} />}
      </td>
      <td>
        <Menu
          label={t.organization.actionsFor(name)}
          icon={<Ellipsis />}
          groups={[[useIt], [{ label: texts.revoke, icon: <Trash2 />, look: 'danger', onChoose: onRevoke }]]}
        />
      </td>
    </tr>
  )
}

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
