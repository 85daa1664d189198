import type { Contact, ContactPatch } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, Trash2, UserX } from 'lucide-react'
import { useState } from 'react'
import { isMissing } from '../../api/server-mode.ts'
import { orNull } from '../../api/telephony-api.ts'
import { DraftFields, type FieldSpec } from '../../resource/draft-fields.tsx'
import { DraftForm, SaveBar } from '../../resource/draft-form.tsx'
import { useDraft } from '../../resource/use-draft.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card, SectionPage } from '../../ui/section-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { addressFields } from '../forms/address-fields.ts'
import { Fact, FactList } from '../shell/fact-list.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { linkTo, openPortalPath } from '../shell/portal-path.ts'
import { useAvatar, userName } from './known-users.ts'
import { type UserAction, UserActionDialog } from './user-action-dialog.tsx'
import { ExtensionLink, InvitationBadge } from './user-badges.tsx'
import { UserList } from './user-list.tsx'
import styles from './users.module.css'

/** The list of users, or the user whose id is in the URL. */
export function UsersPage({ path }: { path: readonly string[] }) {
  const [id] = path
  return id === undefined ? <UserList /> : <UserPage key={id} id={id} />
}

/** One user. Everyone in the company can read it; the user and the owner can change it. */
function UserPage({ id }: { id: string }) {
  const { client } = usePortal()
  const found = useQuery({
    queryKey: portalKeys.users.one(id),
    queryFn: ({ signal }) =>
      orNull(client.call('GET /company/contacts/{contact_id}', { contact_id: id }, undefined, { signal })),
  })
  if (found.error !== null && !found.data) return <ErrorState error={found.error} onRetry={found.refetch} />
  if (found.data === undefined) return <LoadingState />
  if (found.data === null)
    return (
      <EmptyState
        icon={<UserX />}
        title={p.users.noSuchUser}
        action={<a {...linkTo('users')}>{p.users.allUsers}</a>}
      />
    )
  return <UserDetails user={found.data} onChanged={found.refetch} />
}

function UserDetails({ user, onChanged }: { user: Contact; onChanged: () => void }) {
  const portal = usePortal()
  const avatar = useAvatar(user.id)
  const mayEdit = portal.mayManage || portal.user.id === user.id
  const draft = useDraft<ContactPatch>({
    stored: user,
    readOnly: !mayEdit,
    async save(patch) {
      await portal.client.call('PATCH /company/contacts/{contact_id}', { contact_id: user.id }, patch)
      showToast(t.ui.saved)
      onChanged()
      if (portal.user.id === user.id) portal.refresh()
    },
  })
  const fields = userFields(portal.mayManage && portal.user.id !== user.id)
  return (
    <SectionPage
      title={userName(user)}
      actions={<Avatar name={userName(user)} url={avatar} size="large" />}
      intro={
        <a {...linkTo('users')} className={styles.back}>
          <ArrowLeft aria-hidden="true" />
          {p.users.allUsers}
        </a>
      }
    >
      {!mayEdit && <Notice>{p.users.readOnly}</Notice>}
      <UserStateCard user={user} onChanged={onChanged} />
      <DraftForm draft={draft}>
        {userParts.map((part) => (
          <Card key={part} title={p.users[part]}>
            <DraftFields draft={draft} fields={fields[part]} />
          </Card>
        ))}
        <SaveBar draft={draft} />
      </DraftForm>
    </SectionPage>
  )
}

const userParts = ['person', 'reach', 'address'] as const

const userFields = (mayDisable: boolean): Record<(typeof userParts)[number], FieldSpec<ContactPatch>[]> => ({
  person: [
    {
      kind: 'row',
      fields: [
        { at: '/first_name', label: p.users.firstName, required: true },
        { at: '/last_name', label: p.users.lastName },
        { at: '/title', label: p.users.jobTitle },
        {
          kind: 'select',
          at: '/timezone',
          label: p.users.timezone,
          options: [
            { value: null, text: p.users.noTimezone },
            ...['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => ({ value: zone, text: zone })),
          ],
        },
      ],
    },
    { kind: 'area', at: '/description', label: p.users.description },
    {
      kind: 'more',
      fields: [
        {
          kind: 'row',
          fields: [
            { at: '/birthdate', label: p.users.birthdate, type: 'date' },
            { at: '/primary_agent', label: p.users.agent },
          ],
        },
      ],
    },
    ...(mayDisable
      ? [
          {
            kind: 'switch' as const,
            at: '/activated' as const,
            label: p.users.enabled,
            hint: p.users.enabledHint,
          },
        ]
      : []),
  ],
  reach: [
    {
      kind: 'row',
      fields: [
        { at: '/contacts/email', label: p.users.email, type: 'email', hint: p.users.emailHint },
        ...(['work', 'mobile', 'home', 'other'] as const).map((name) => ({
          at: `/contacts/phones/${name}` as const,
          label: p.users.phones[name],
          type: 'tel' as const,
        })),
        { at: '/contacts/fax', label: p.users.fax, type: 'tel' },
        {
          at: '/emergency_contact_number',
          label: p.users.emergency,
          type: 'tel',
          hint: p.users.emergencyHint,
        },
      ],
    },
  ],
  address: [{ kind: 'row', fields: addressFields('/address', true) }],
})

/** Whether the user is active, and what the owner can do about it. */
function UserStateCard({ user, onChanged }: { user: Contact; onChanged: () => void }) {
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
                {isMissing('mail') ? p.users.newLink : p.users.inviteAgain}
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
