import { ApiError } from '@switchboard/client'
import { useQuery } from '@tanstack/react-query'
import { Link2, MailOpen, Send, Trash2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { type ChatOutput, callChat } from '../../api/chat-api.ts'
import { isDevelopment, isMissing } from '../../api/server-mode.ts'
import { chatKeys } from '../../chat/state/chat-keys.ts'
import { useChat } from '../../chat/state/workspace.ts'
import type { Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { o } from '../../texts/organization-texts.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { CopiedValue, copyText } from '../../ui/copy-button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { TextArea } from '../../ui/field.tsx'
import { LinksDialog } from '../../ui/links-dialog.tsx'
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
  const texts = o.invitations
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
  const texts = o.invitations
  const nameOf = ({ email, id }: Invite) => email ?? texts.linkOf(id)
  async function resend(invite: Invite) {
    const { invite_link: link } = await callChat('POST /invites/{invite_id}/resend', { invite_id: invite.id })
    if (link === undefined) showToast(texts.sentAgain(nameOf(invite)))
    else await copy(link)
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
    menu: (invite) => o.actionsFor(nameOf(invite)),
    actions: (invite, open) => {
      const link = invite.link_url
      return [
        [
          link
            ? { label: texts.copyLink, icon: <Link2 />, onChoose: () => copy(link) }
            : isMissing('mail')
              ? { label: texts.copyLink, icon: <Link2 />, onChoose: () => resend(invite) }
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
  /** Without a mail server, the links of the new invitations. */
  const [links, setLinks] = useState<readonly InviteeLink[]>()
  const submit = useSubmit()
  const texts = o.invitations
  async function invite(event: FormEvent) {
    event.preventDefault()
    await submit.run(async () => {
      try {
        const { invite_links: made } = await callChat('POST /invites', {
          invitee_emails: emails,
          ...writeTerms(terms),
        })
        setEmails('')
        if (made) setLinks(made)
        else showToast(texts.sent)
      } catch (error) {
        // All others were invited, so only the failed addresses stay in the field.
        if (error instanceof ApiError && error.details.sent_invitations === true) {
          setEmails(inviteFaults(error).join('\n'))
          setLinks(error.details.invite_links as InviteeLink[] | undefined)
        }
        throw error
      }
    })
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
      {isMissing('mail') && <Notice>{texts.noMail}</Notice>}
      {submit.error !== undefined && <InviteFailure error={submit.error} />}
      <TabRow>
        <Button look="primary" type="submit" busy={submit.busy}>
          {isMissing('mail') ? texts.invite : texts.send}
        </Button>
      </TabRow>
      {links && (
        <LinksDialog
          title={texts.ready}
          text={texts.readyText}
          links={links.map(({ email, link }) => ({ name: email, link }))}
          onClose={() => setLinks(undefined)}
        />
      )}
    </form>
  )
}

type InviteeLink = NonNullable<ChatOutput<'POST /invites'>['invite_links']>[number]

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
  const texts = o.invitations
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
