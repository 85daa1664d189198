import type { Contact, NewContact } from '@switchboard/client/telephony'
import { Link2, MailPlus, MailX, Pencil, Trash2, Upload, UserPlus, Users } from 'lucide-react'
import { isMissing } from '../../api/server-mode.ts'
import type { TelephonyClient } from '../../api/telephony-api.ts'
import type {
  BulkAction,
  Column,
  OpenDialog,
  Resource,
  ResourceDialogProps,
  ResourceForm,
  RowAction,
} from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { RowLink } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.tsx'
import { ImportDialog } from '../imports/import-dialog.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { linkTo, openPortalPath, portalFilter } from '../shell/portal-path.ts'
import { useReach } from '../shell/use-reach.tsx'
import { BusyLamp, type ShownStatus, useLiveStatus, useRinging } from '../status/busy-lamp.tsx'
import { findAvatars, textNumberOf, userName } from './known-users.ts'
import { InvitationLinkDialog, type UserAction, UserActionDialog } from './user-action-dialog.tsx'
import { ExtensionLink, InvitationBadge } from './user-badges.tsx'
import styles from './users.module.css'

const PER_PAGE = 25

const invitationStatuses = ['accepted', 'pending', 'expired', 'revoked', 'none'] as const
type InvitationStatus = (typeof invitationStatuses)[number]

interface ListedUser extends Contact {
  avatar: string | undefined
  /** undefined: disabled, or added just now */
  shown: ShownStatus | undefined
}

export function UserList() {
  const { client, mayManage, hasAccount, user: self } = usePortal()
  const now = useLiveStatus()
  const ringing = useRinging()
  const reach = useReach()
  const resource: Resource<ListedUser, NewContact> = {
    title: p.users.title,
    intro: p.users.intro,
    pages: {
      key: portalKeys.users.pages,
      async load({ page, values: { search = '', invitation }, signal }) {
        const found = await client.page(
          'GET /system/company/contacts',
          {
            ...(search.trim() !== '' && { search: search.trim() }),
            ...(invitation && { invitation: invitation as InvitationStatus }),
            items_per_page: PER_PAGE,
            page,
          },
          { signal },
        )
        const items = found.items ?? []
        const [avatars, statuses] = await Promise.all([
          findAvatars(hasAccount ? items : [], signal),
          findStatuses(client, items, signal),
        ])
        const listed = (user: Contact) => ({
          ...user,
          avatar: avatars[user.id],
          shown: statuses.get(user.id),
        })
        return { ...found, items: items.map(listed) }
      },
    },
    idOf: ({ id }) => id,
    nameOf: userName,
    filters: [
      { name: 'search', kind: 'search', label: p.users.search, maxLength: 200 },
      {
        name: 'invitation',
        kind: 'select',
        label: p.users.show,
        initial: invitationStatuses.find((status) => status === portalFilter('invitation')) ?? '',
        options: [
          { value: null, text: p.users.everyone },
          ...invitationStatuses.map((value) => ({ value, text: p.users.invitation[value] })),
        ],
      },
    ],
    count: p.users.count,
    empty: { icon: <Users />, title: p.users.nobody, hint: p.users.nobodyHint },
    columns: userColumns(now, ringing, mayManage),
    actions: (user, open) => [
      user.id === self.id
        ? []
        : reach({
            name: userName(user),
            number: String(user.extension?.number ?? textNumberOf(user) ?? ''),
            textNumber: textNumberOf(user),
          }),
      ...(mayManage ? manageActions(user, self.id, open) : []),
    ],
    ...(mayManage && { menu: (user: ListedUser) => p.users.actionsFor(userName(user)) }),
    create: mayManage && { label: p.users.create, icon: <UserPlus /> },
    buttons: (open) =>
      mayManage && (
        <Button icon={<Upload />} onClick={() => open('import')}>
          {p.users.import}
        </Button>
      ),
    form: newUserForm(client),
    pageDialogs: {
      import: ({ reload, onClose }) => <ImportDialog kind="contacts" onClose={onClose} onImported={reload} />,
    },
    dialogs: {
      link: ({ item, onClose }) => <InvitationLinkDialog user={item} onClose={onClose} />,
      invite: userDialog('invite'),
      revoke: userDialog('revoke'),
      delete: userDialog('delete'),
    },
    bulk: mayManage && bulkActions(client),
  }
  return <ResourceList resource={resource} />
}

async function findStatuses(client: TelephonyClient, users: readonly Contact[], signal: AbortSignal) {
  if (users.length === 0) return new Map<string, ShownStatus>()
  const input = { user_id: users.map(({ id }) => id).join(), page_size: PER_PAGE }
  const found = await client.call('GET /statuses/v2/users', input, undefined, { signal })
  return new Map<string, ShownStatus>(found.map((status) => [status.user_id, status]))
}

function manageActions(
  { id, invitation: { status } }: ListedUser,
  selfId: string,
  open: OpenDialog,
): RowAction[][] {
  return [
    [
      { label: t.ui.edit, icon: <Pencil />, onChoose: () => openPortalPath('users', id) },
      ...(status === 'pending' && isMissing('mail')
        ? [{ label: p.users.invitationLink, icon: <Link2 />, onChoose: () => open('link') }]
        : []),
      ...(status === 'accepted'
        ? []
        : [
            {
              label: isMissing('mail') ? p.users.newLink : p.users.inviteAgain,
              icon: <MailPlus />,
              onChoose: () => open('invite'),
            },
          ]),
      ...(status === 'pending'
        ? [{ label: p.users.revoke, icon: <MailX />, onChoose: () => open('revoke') }]
        : []),
    ],
    id === selfId
      ? []
      : [{ label: t.ui.delete, icon: <Trash2 />, look: 'danger', onChoose: () => open('delete') }],
  ]
}

const userDialog = (action: UserAction) => (props: ResourceDialogProps<ListedUser>) => (
  <UserActionDialog action={action} user={props.item} onDone={props.reload} onClose={props.onClose} />
)

/** Only people who manage accounts see invitations and sign-ins. */
const userColumns = (
  now: ReturnType<typeof useLiveStatus>,
  ringing: ReadonlySet<string>,
  mayManage: boolean,
): Column<ListedUser>[] => [
  {
    heading: p.users.name,
    cell: (user) => (
      <span className={styles.person}>
        <Avatar name={userName(user)} url={user.avatar} />
        <span>
          <RowLink {...linkTo('users', user.id)}>{userName(user)}</RowLink>
          {user.title && <small>{user.title}</small>}
        </span>
      </span>
    ),
  },
  {
    heading: p.users.lamp,
    cell: ({ shown, extension, last_enter: at }) =>
      shown && (
        <BusyLamp
          shown={now(shown, extension?.id)}
          isRinging={ringing.has(extension?.id ?? '')}
          hasEntered={at !== null}
        />
      ),
  },
  { heading: p.users.email, cell: (user) => user.work_email },
  {
    heading: p.users.extension,
    labelled: ({ extension }) => Boolean(extension),
    cell: (user) => <ExtensionLink user={user} />,
  },
  ...(mayManage ? accountColumns() : []),
]

const accountColumns = (): Column<ListedUser>[] => [
  {
    heading: p.users.state,
    cell: ({ invitation, activated }) => (
      <span className={styles.badges}>
        <InvitationBadge status={invitation.status} />
        {!activated && <Badge look="danger">{p.users.disabled}</Badge>}
      </span>
    ),
  },
  {
    heading: p.users.lastEnter,
    labelled: true,
    cell: ({ last_enter: at }) => (at ? <DateTime at={at} /> : t.ui.never),
  },
]

/** Creating a user invites them: the server sends an email to the address, or shows the link. */
const newUserForm = (client: TelephonyClient): ResourceForm<ListedUser, NewContact> => ({
  title: () => p.users.create,
  intro: () => <p>{isMissing('mail') ? p.users.createLinkText : p.users.createText}</p>,
  submit: p.users.createAndInvite,
  saved: null,
  fields: [
    {
      kind: 'row',
      fields: [
        { at: '/first_name', label: p.users.firstName, required: true },
        { at: '/last_name', label: p.users.lastName },
      ],
    },
    { at: '/contacts/email', label: p.users.email, type: 'email', hint: p.users.emailHint },
    {
      kind: 'row',
      fields: [
        { at: '/title', label: p.users.jobTitle },
        { at: '/contacts/phones/work', label: p.users.phones.work, type: 'tel' },
      ],
    },
  ],
  create: isMissing('mail')
    ? {
        fresh: { first_name: '' },
        save: async (contact) => ({
          ...(await client.call('POST /company/contacts', {}, contact)),
          avatar: undefined,
          shown: undefined,
        }),
        next: 'link',
      }
    : {
        fresh: { first_name: '' },
        async save(contact) {
          const user = await client.call('POST /company/contacts', {}, contact)
          showToast((user.work_email ? p.users.createdAndInvited : p.users.created)(userName(user)))
        },
      },
})

/** Changes, invites or deletes the selected users. */
const bulkActions = (client: TelephonyClient): BulkAction<ListedUser, NewContact>[] => [
  {
    label: t.ui.edit,
    icon: <Pencil />,
    title: p.users.bulkEdit,
    fields: [
      {
        pointer: '/activated',
        label: p.users.enabled,
        options: [
          { value: true, text: t.ui.yes },
          { value: false, text: t.ui.no },
        ],
      },
      {
        pointer: '/timezone',
        label: p.users.timezone,
        options: ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => ({ value: zone, text: zone })),
      },
    ],
    work: ({ id }, patch) => client.call('PATCH /company/contacts/{contact_id}', { contact_id: id }, patch),
  },
  {
    label: p.users.inviteAgain,
    icon: <MailPlus />,
    title: p.users.bulkInvite,
    text: isMissing('mail') ? p.users.bulkLinkText : p.users.bulkInviteText,
    work: ({ id }) => client.call('POST /company/contacts/{contact_id}/invitation', { contact_id: id }),
  },
  {
    label: t.ui.delete,
    icon: <Trash2 />,
    look: 'danger',
    title: p.users.bulkDelete,
    text: p.users.deleteText,
    work: ({ id }) => client.call('DELETE /company/contacts/{contact_id}', { contact_id: id }),
  },
]
