import { ApiError } from '@switchboard/client'
import { useQuery } from '@tanstack/react-query'
import { Ellipsis, Link2, MailOpen, Send, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { type ChatOutput, callChat } from '../../api/chat-api.ts'
import { isDevelopment } from '../../api/server-mode.ts'
import { chatKeys } from '../../chat/state/chat-keys.ts'
import { useChat } from '../../chat/state/workspace.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopiedValue } from '../../ui/copied-value.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Menu, type MenuItem } from '../../ui/menu.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card, SectionPage } from '../../ui/section-page.tsx'
import { Table } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import styles from '../organization-forms.module.css'
import { RoleBadge } from '../people/role-badge.tsx'
import { roleOfNumber } from '../people/roles.ts'
import { TabRow } from '../tab-row.tsx'
import { usualTerms, writeTerms } from './invite-terms.ts'
import { InviteTermsFields } from './invite-terms-fields.tsx'

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

/** The invitations that can still be used. */
function PendingInvites() {
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

function InviteByMail() {
  const [emails, setEmails] = useState('')
  const [terms, setTerms] = useState(usualTerms)
  const submit = useSubmit()
  const texts = t.organization.invitations
  async function invite(event: FormEvent) {
    event.preventDefault()
    const done = await submit.run(async () => {
      try {
        await callChat('POST /invites', { invitee_emails: emails, ...writeTerms(terms) })
      } catch (error) {
        // All others were invited, so only the failed addresses stay in the field.
        const isPartly = error instanceof ApiError && error.details.sent_invitations === true
        if (isPartly) setEmails(inviteFaults(error).join('\n'))
        throw error
      }
    })
    if (!done) return
    setEmails('')
    showToast(texts.sent)
  }
  return (
    <form className={styles.form} onSubmit={(event) => void invite(event)}>
      <TextArea
        label={texts.emails}
        hint={texts.emailsHint}
        required
        inputMode="email"
        value={emails}
        onChange={(event) => setEmails(event.target.value)}
      />
      <InviteTermsFields terms={terms} onChange={setTerms} />
      {submit.error !== undefined && <InviteFailure error={submit.error} />}
      <TabRow>
        <Button look="primary" type="submit" busy={submit.busy}>
          {texts.send}
        </Button>
      </TabRow>
    </form>
  )
}

type Complaint = [email: string, reason: string, deactivated: boolean]

function complaintsOf(error: unknown): Complaint[] {
  if (!(error instanceof ApiError) || !Array.isArray(error.details.errors)) return []
  return error.details.errors as Complaint[]
}

/** The addresses that were refused. */
const inviteFaults = (error: unknown): string[] => complaintsOf(error).map(([email]) => email)

/** Why nobody was invited, or which addresses failed. */
function InviteFailure({ error }: { error: unknown }) {
  const complaints = complaintsOf(error)
  return (
    <Notice look="danger">
      <p>{messageOf(error)}</p>
      <ul>
        {complaints.map(([email, reason]) => (
          <li key={email}>
            {email}: {reason}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

/** A link that any number of people can join by. */
function InviteLink() {
  const [terms, setTerms] = useState(usualTerms)
  const [open, setOpen] = useState(false)
  const [link, setLink] = useState<string>()
  const submit = useSubmit()
  const texts = t.organization.invitations
  async function create(event: FormEvent) {
    event.preventDefault()
    await submit.run(async () => {
      const answer = await callChat('POST /invites/multiuse', writeTerms(terms))
      setLink(answer.invite_link)
      setOpen(false)
    })
  }
  return (
    <>
      <p className={styles.soft}>{texts.linkHint}</p>
      {link && (
        <Notice look="success">
          {texts.linkReady} <CopiedValue label={texts.link} value={link} />
        </Notice>
      )}
      {open ? (
        <form className={styles.form} onSubmit={(event) => void create(event)}>
          <InviteTermsFields terms={terms} onChange={setTerms} />
          {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
          <TabRow>
            <Button look="primary" type="submit" busy={submit.busy}>
              {texts.createLink}
            </Button>
            <Button onClick={() => setOpen(false)}>{t.ui.cancel}</Button>
          </TabRow>
        </form>
      ) : (
        <TabRow>
          <Button onClick={() => setOpen(true)}>{texts.newLink}</Button>
        </TabRow>
      )}
    </>
  )
}

type Invite = ChatOutput<'GET /invites'>['invites'][number]

function InviteRow({ invite, onRevoke }: { invite: Invite; onRevoke: () => void }) {
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
