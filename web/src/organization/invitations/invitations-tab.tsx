import { ApiError } from '@switchboard/client'
import { useQuery } from '@tanstack/react-query'
import { Link2, MailOpen, Send, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { type ChatOutput, callChat } from '../../api/chat-api.ts'
import { isDevelopment } from '../../api/server-mode.ts'
import { chatKeys } from '../../chat/state/chat-keys.ts'
import { useChat } from '../../chat/state/workspace.ts'
import type { Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { CopiedValue, copyText } from '../../ui/copy-button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { TextArea } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card, SectionPage } from '../../ui/section-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import styles from '../organization-forms.module.css'
import { RoleBadge, roleOfNumber } from '../people/roles.tsx'
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
      <PendingInvites title={isAdmin ? texts.pending : texts.ownPending} />
    </SectionPage>
  )
}

type Invite = ChatOutput<'GET /invites'>['invites'][number]

/** The invitations that can still be used. */
function PendingInvites({ title }: { title: string }) {
  const people = useChat((state) => state.people)
  const texts = t.organization.invitations
  const nameOf = ({ email, id }: Invite) => email ?? texts.linkOf(id)
  async function resend(invite: Invite) {
    await callChat('POST /invites/{invite_id}/resend', { invite_id: invite.id })
    showToast(texts.sentAgain(nameOf(invite)))
  }
  async function copy(link: string) {
    await copyText(link)
    showToast(texts.linkCopied)
  }
  const resource: Resource<Invite> = {
    title,
    label: texts.pending,
    query: useQuery({
      queryKey: chatKeys.invites,
      queryFn: async ({ signal }) => (await callChat('GET /invites', {}, { signal })).invites,
    }),
    idOf: ({ id }) => id,
    nameOf,
    empty: { icon: <MailOpen />, title: texts.none, hint: texts.noneHint },
    columns: [
      { heading: texts.invitee, cell: nameOf },
      {
        heading: texts.invitedBy,
        labelled: true,
        cell: ({ invited_by_user_id: id }) => people.get(id)?.full_name,
      },
      { heading: texts.invitedAs, cell: ({ invited_as }) => <RoleBadge role={roleOfNumber(invited_as)} /> },
      { heading: texts.sentAt, labelled: true, cell: ({ invited }) => <DateTime at={iso(invited)} /> },
      {
        heading: texts.validUntil,
        labelled: true,
        cell: ({ expiry_date: end }) => (end === null ? texts.forEver : <DateTime at={iso(end)} />),
      },
    ],
    menu: (invite) => t.organization.actionsFor(nameOf(invite)),
    actions: (invite, open) => {
      const link = invite.link_url
      return [
        [
          link
            ? { label: texts.copyLink, icon: <Link2 />, onChoose: () => copy(link) }
            : { label: texts.resend, icon: <Send />, onChoose: () => resend(invite) },
        ],
        [{ label: texts.revoke, icon: <Trash2 />, look: 'danger', onChoose: () => open('delete') }],
      ]
    },
    remove: {
      title: () => texts.revokeTitle,
      confirm: texts.revoke,
      text: ({ email }) => texts.revokeHint(email),
      run: ({ id, is_multiuse }) =>
        callChat(is_multiuse ? 'DELETE /invites/multiuse/{invite_id}' : 'DELETE /invites/{invite_id}', {
          invite_id: id,
        }),
    },
  }
  return <ResourceList resource={resource} frame={Card} />
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

const iso = (seconds: number) => new Date(seconds * 1000).toISOString()
