import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Contact } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Card } from '../../ui/section-page.tsx'
import { Fact, FactList } from '../shell/fact-list.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { openPortalPath } from '../shell/portal-path.ts'
import { ExtensionLink } from './extension-link.tsx'
import { InvitationBadge } from './invitation-badge.tsx'
import { type UserAction, UserActionDialog } from './user-action-dialog.tsx'
import styles from './users.module.css'

/** Whether the user is active, and what the owner can do about it. */
export function UserStateCard({ user, onChanged }: { user: Contact; onChanged: () => void }) {
  const { mayManage, user: self } = usePortal()
  const [action, setAction] = useState<UserAction>()
  const { invitation } = user
  return (
    <Card
      title={p.users.state}
      actions={
        mayManage && (
          <span className={styles.badges}>
            {invitation.status !== 'accepted' && (
              <Button size="small" onClick={() => setAction('invite')}>
                {p.users.inviteAgain}
              </Button>
            )}
            {invitation.status === 'pending' && (
              <Button size="small" onClick={() => setAction('revoke')}>
                {p.users.revoke}
              </Button>
            )}
            {user.id !== self.id && (
              <Button size="small" icon={<Trash2 />} onClick={() => setAction('delete')}>
                {t.ui.delete}
              </Button>
            )}
          </span>
        )
      }
    >
      <FactList>
        <Fact label={p.users.invitationLabel}>
          <span className={styles.badges}>
            <InvitationBadge status={invitation.status} />
            {!user.activated && <Badge look="danger">{p.users.disabled}</Badge>}
          </span>
        </Fact>
        {invitation.status === 'pending' && invitation.expired_at && (
          <Fact label={p.users.validUntil}>
            <DateTime at={invitation.expired_at} />
          </Fact>
        )}
        {invitation.accepted_at && (
          <Fact label={p.users.acceptedAt}>
            <DateTime at={invitation.accepted_at} />
          </Fact>
        )}
        <Fact label={p.users.extension}>
          {user.extension ? <ExtensionLink user={user} withName /> : p.users.noExtension}
        </Fact>
        <Fact label={p.users.lastEnter}>
          {user.last_enter ? <DateTime at={user.last_enter} /> : t.ui.never}
        </Fact>
        <Fact label={p.users.createdAt}>
          <DateTime at={user.created} />
        </Fact>
      </FactList>
      {action && (
        <UserActionDialog
          action={action}
          user={user}
          onDone={(done) => (done === 'delete' ? openPortalPath('users') : onChanged())}
          onClose={() => setAction(undefined)}
        />
      )}
    </Card>
  )
}
