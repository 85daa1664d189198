import { EllipsisVertical, MailPlus, MailX, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Contact } from '../../../generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Menu } from '../../ui/menu.tsx'
import { Table } from '../../ui/table.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { linkTo, openPortalPath } from '../shell/portal-path.ts'
import { ExtensionLink } from './extension-link.tsx'
import { InvitationBadge } from './invitation-badge.tsx'
import { type UserAction, UserActionDialog } from './user-action-dialog.tsx'
import { userName } from './user-name.ts'
import styles from './users.module.css'

interface UserTableProps {
  users: readonly Contact[]
  total: number
  onChanged: () => void
}

export function UserTable({ users, total, onChanged }: UserTableProps) {
  const [asked, setAsked] = useState<{ action: UserAction; user: Contact }>()
  return (
    <>
      <p className={styles.count} role="status">
        {p.users.count(total)}
      </p>
      <Table
        label={p.users.title}
        headings={[p.users.name, p.users.email, p.users.extension, p.users.state, p.users.lastEnter, '']}
      >
        {users.map((user) => (
          <UserRow key={user.id} user={user} onAsk={(action) => setAsked({ action, user })} />
        ))}
      </Table>
      {asked && <UserActionDialog {...asked} onDone={onChanged} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function UserRow({ user, onAsk }: { user: Contact; onAsk: (action: UserAction) => void }) {
  const { user: self, isOwner } = usePortal()
  const name = userName(user)
  const { status } = user.invitation
  return (
    <tr>
      <td>
        <span className={styles.person}>
          <Avatar name={name} />
          <span>
            <a {...linkTo('users', user.id)}>{name}</a>
            {user.title && <small>{user.title}</small>}
          </span>
        </span>
      </td>
      <td>{user.work_email}</td>
      <td>
        <ExtensionLink user={user} />
      </td>
      <td>
        <span className={styles.badges}>
          <InvitationBadge status={status} />
          {!user.activated && <Badge look="danger">{p.users.disabled}</Badge>}
        </span>
      </td>
      <td>{user.last_enter ? <DateTime at={user.last_enter} /> : t.ui.never}</td>
      <td className={styles.actions}>
        {isOwner && (
          <Menu
            label={p.users.actionsFor(name)}
            icon={<EllipsisVertical />}
            groups={[
              [
                { label: t.ui.edit, icon: <Pencil />, onChoose: () => openPortalPath('users', user.id) },
                ...(status === 'accepted'
                  ? []
                  : [{ label: p.users.inviteAgain, icon: <MailPlus />, onChoose: () => onAsk('invite') }]),
                ...(status === 'pending'
                  ? [{ label: p.users.revoke, icon: <MailX />, onChoose: () => onAsk('revoke') }]
                  : []),
              ],
              user.id === self.id
                ? []
                : [
                    {
                      label: t.ui.delete,
                      icon: <Trash2 />,
                      look: 'danger' as const,
                      onChoose: () => onAsk('delete'),
                    },
                  ],
            ]}
          />
        )}
      </td>
    </tr>
  )
}
