import type { Contact } from '@switchboard/client/telephony'
import { EllipsisVertical, MailPlus, MailX, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Menu } from '../../ui/menu.tsx'
import { RowLink, SelectRow, Table } from '../../ui/table.tsx'
import type { Selection } from '../bulk/use-selection.ts'
import { usePortal } from '../shell/portal-context.ts'
import { linkTo, openPortalPath } from '../shell/portal-path.ts'
import { ExtensionLink } from './extension-link.tsx'
import { InvitationBadge } from './invitation-badge.tsx'
import { useAvatars } from './use-avatars.ts'
import { type UserAction, UserActionDialog } from './user-action-dialog.tsx'
import { userName } from './user-name.ts'
import styles from './users.module.css'

interface UserTableProps {
  users: readonly Contact[]
  total: number
  onChanged: () => void
  selection: Selection<Contact>
}

export function UserTable({ users, total, onChanged, selection }: UserTableProps) {
  const { mayManage } = usePortal()
  const avatars = useAvatars(users.map(({ id }) => id))
  const [asked, setAsked] = useState<{ action: UserAction; user: Contact }>()
  return (
    <>
      <p className={styles.count} role="status">
        {p.users.count(total)}
      </p>
      <Table
        label={p.users.title}
        selection={
          mayManage
            ? {
                label: p.bulk.selectAll,
                state: selection.state(users),
                onToggle: () => selection.toggleAll(users),
              }
            : undefined
        }
        headings={[p.users.name, p.users.email, p.users.extension, p.users.state, p.users.lastEnter, '']}
      >
        {users.map((user) => (
          <UserRow
            key={user.id}
            user={user}
            avatar={avatars[user.id]}
            selection={selection}
            onAsk={(action) => setAsked({ action, user })}
          />
        ))}
      </Table>
      {asked && <UserActionDialog {...asked} onDone={onChanged} onClose={() => setAsked(undefined)} />}
    </>
  )
}

interface UserRowProps {
  user: Contact
  avatar: string | undefined
  selection: Selection<Contact>
  onAsk: (action: UserAction) => void
}

function UserRow({ user, avatar, selection, onAsk }: UserRowProps) {
  const { user: self, mayManage } = usePortal()
  const name = userName(user)
  const { status } = user.invitation
  return (
    <tr>
      {mayManage && (
        <SelectRow
          label={p.bulk.select(name)}
          checked={selection.has(user)}
          onToggle={() => selection.toggle(user)}
        />
      )}
      <td>
        <span className={styles.person}>
          <Avatar name={name} url={avatar} />
          <span>
            <RowLink {...linkTo('users', user.id)}>{name}</RowLink>
            {user.title && <small>{user.title}</small>}
          </span>
        </span>
      </td>
      <td>{user.work_email}</td>
      <td {...(user.extension && { 'data-label': p.users.extension })}>
        <ExtensionLink user={user} />
      </td>
      <td>
        <span className={styles.badges}>
          <InvitationBadge status={status} />
          {!user.activated && <Badge look="danger">{p.users.disabled}</Badge>}
        </span>
      </td>
      <td data-label={p.users.lastEnter}>
        {user.last_enter ? <DateTime at={user.last_enter} /> : t.ui.never}
      </td>
      <td className={styles.actions}>
        {mayManage && (
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
