import { isDevelopment } from '../../api/server-mode.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Notice } from '../../ui/notice.tsx'
import { Card, SectionPage } from '../../ui/section-page.tsx'
import { InviteByMail } from './invite-by-mail.tsx'
import { InviteLink } from './invite-link.tsx'
import { PendingInvites } from './pending-invites.tsx'

export function InvitationsTab() {
  const isAdmin = useChat((state) => state.me.isAdmin)
  const isReserved = useChat((state) => state.realm.invite_by_admins_only)
  const texts = t.organization.invitations
  const mayInvite = isAdmin || !isReserved
  return (
    <SectionPage
      title={texts.title}
      intro={texts.intro}
      actions={
        isDevelopment() && (
          <a href="/dev/mails" target="_blank" rel="noreferrer">
            {texts.devMails}
          </a>
        )
      }
    >
      {mayInvite ? (
        <>
          <Card title={texts.byMail}>
            <InviteByMail />
          </Card>
          <Card title={texts.byLink}>
            <InviteLink />
          </Card>
        </>
      ) : (
        <Notice>{texts.onlyAdmins}</Notice>
      )}
      <Card title={isAdmin ? texts.pending : texts.ownPending}>
        <PendingInvites />
      </Card>
    </SectionPage>
  )
}
