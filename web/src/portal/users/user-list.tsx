import type { Contact, ContactPatch, NewContact } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { MailPlus, Pencil, Trash2, Upload, UserPlus, Users } from 'lucide-react'
import { useId, useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { Pager } from '../../ui/pager.tsx'
import { FieldGrid, SectionPage } from '../../ui/section-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useDelayed } from '../../ui/use-delayed.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { BulkBar } from '../bulk/bulk-bar.tsx'
import { BulkDialog } from '../bulk/bulk-dialog.tsx'
import { BulkEditDialog, type BulkField } from '../bulk/bulk-edit-dialog.tsx'
import { type Selection, useSelection } from '../bulk/use-selection.ts'
import { DraftText } from '../forms/draft-fields.tsx'
import { DraftForm } from '../forms/draft-form.tsx'
import { useDraft } from '../forms/use-draft.ts'
import { ImportDialog } from '../imports/import-dialog.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { portalFilter } from '../shell/portal-path.ts'
import { userName } from './user-name.ts'
import { UserTable } from './user-table.tsx'
import styles from './users.module.css'

const PER_PAGE = 25

const invitationStatuses = ['accepted', 'pending', 'expired', 'revoked', 'none'] as const
type InvitationFilter = (typeof invitationStatuses)[number] | ''

const invitationInAddress = (): InvitationFilter =>
  invitationStatuses.find((status) => status === portalFilter('invitation')) ?? ''

export function UserList() {
  const { client, mayManage } = usePortal()
  const [search, setSearch] = useState('')
  const [invitation, setInvitation] = useState(invitationInAddress)
  const [page, setPage] = useState(1)
  const selection = useSelection<Contact>(({ id }) => id)
  const [dialog, setDialog] = useState<'create' | 'import'>()
  const wanted = useDelayed(search.trim())
  const users = useQuery({
    queryKey: portalKeys.users.page(page, wanted, invitation),
    queryFn: ({ signal }) =>
      client.page(
        'GET /system/company/contacts',
        {
          ...(wanted !== '' && { search: wanted }),
          ...(invitation !== '' && { invitation }),
          items_per_page: PER_PAGE,
          page,
        },
        { signal },
      ),
  })
  return (
    <SectionPage
      title={p.users.title}
      intro={p.users.intro}
      actions={
        mayManage && (
          <>
            <Button icon={<Upload />} onClick={() => setDialog('import')}>
              {p.users.import}
            </Button>
            <Button look="primary" icon={<UserPlus />} onClick={() => setDialog('create')}>
              {p.users.create}
            </Button>
          </>
        )
      }
    >
      <div className={styles.search}>
        <TextField
          label={p.users.search}
          type="search"
          maxLength={200}
          hint={p.users.searchHint}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value)
            setPage(1)
          }}
        />
        <SelectField
          label={p.users.show}
          value={invitation}
          onChange={(event) => {
            setInvitation(event.target.value as InvitationFilter)
            setPage(1)
          }}
        >
          <option value="">{p.users.everyone}</option>
          {invitationStatuses.map((status) => (
            <option key={status} value={status}>
              {p.users.invitation[status]}
            </option>
          ))}
        </SelectField>
      </div>
      {mayManage && <UserBulkBar selection={selection} />}
      {users.error !== null && <ErrorState error={users.error} onRetry={users.refetch} />}
      {users.isFetching && !users.data && <LoadingState />}
      {users.data &&
        (users.data.items?.length ? (
          <>
            <UserTable
              users={users.data.items}
              total={users.data.total}
              onChanged={users.refetch}
              selection={selection}
            />
            <Pager page={users.data.page} pages={users.data.pages} onTurn={setPage} />
          </>
        ) : (
          <EmptyState icon={<Users />} title={p.users.nobody}>
            {p.users.nobodyHint}
          </EmptyState>
        ))}
      {dialog === 'create' && (
        <CreateUserDialog onClose={() => setDialog(undefined)} onCreated={users.refetch} />
      )}
      {dialog === 'import' && (
        <ImportDialog
          kind="contacts"
          onClose={() => setDialog(undefined)}
          onImported={() => void users.refetch()}
        />
      )}
    </SectionPage>
  )
}

/** Creating a user invites them: the server sends an email to the address. */
function CreateUserDialog({ onClose, onCreated }: { onClose: () => void; onCreated: () => void }) {
  const { client } = usePortal()
  const id = useId()
  const draft = useDraft({
    stored: {},
    async save(patch) {
      const user = await client.call('POST /company/contacts', {}, { first_name: '', ...patch } as NewContact)
      showToast(user.work_email ? p.users.createdAndInvited(userName(user)) : p.users.created(userName(user)))
      onCreated()
      onClose()
    },
  })
  return (
    <Dialog
      title={p.users.create}
      onClose={onClose}
      actions={
        <FormActions form={id} submit={p.users.createAndInvite} busy={draft.busy} onCancel={onClose} />
      }
    >
      <p>{p.users.createText}</p>
      <DraftForm draft={draft} id={id}>
        <FieldGrid>
          <DraftText at="/first_name" label={p.users.firstName} required />
          <DraftText at="/last_name" label={p.users.lastName} />
        </FieldGrid>
        <DraftText at="/contacts/email" label={p.users.email} type="email" hint={p.users.emailHint} />
        <FieldGrid>
          <DraftText at="/title" label={p.users.jobTitle} />
          <DraftText at="/contacts/phones/work" label={p.users.phones.work} type="tel" />
        </FieldGrid>
      </DraftForm>
    </Dialog>
  )
}

/** Changes, invites or deletes the selected users. */
function UserBulkBar({ selection }: { selection: Selection<Contact> }) {
  const { client } = usePortal()
  const [asked, setAsked] = useState<'edit' | 'invite' | 'delete'>()
  const { items } = selection
  const dialog = { items, nameOf: userName, onDone: selection.keep, onClose: () => setAsked(undefined) }
  const fields: BulkField[] = [
    {
      pointer: '/activated',
      label: p.users.enabled,
      options: [
        { value: true, text: p.bulk.yes },
        { value: false, text: p.bulk.no },
      ],
    },
    {
      pointer: '/timezone',
      label: p.users.timezone,
      options: ['UTC', ...Intl.supportedValuesOf('timeZone')].map((zone) => ({ value: zone, text: zone })),
    },
  ]
  return (
    <>
      <BulkBar count={items.length} onClear={() => selection.keep([])}>
        <Button size="small" icon={<Pencil />} onClick={() => setAsked('edit')}>
          {t.ui.edit}
        </Button>
        <Button size="small" icon={<MailPlus />} onClick={() => setAsked('invite')}>
          {p.users.inviteAgain}
        </Button>
        <Button size="small" look="danger" icon={<Trash2 />} onClick={() => setAsked('delete')}>
          {t.ui.delete}
        </Button>
      </BulkBar>
      {asked === 'edit' && (
        <BulkEditDialog
          {...dialog}
          title={p.users.bulkEdit(items.length)}
          fields={fields}
          save={({ id }, patch) =>
            client.call('PATCH /company/contacts/{contact_id}', { contact_id: id }, patch as ContactPatch)
          }
        />
      )}
      {asked === 'invite' && (
        <BulkDialog
          {...dialog}
          title={p.users.bulkInvite(items.length)}
          confirm={p.users.inviteAgain}
          look="primary"
          work={({ id }) => client.call('POST /company/contacts/{contact_id}/invitation', { contact_id: id })}
        >
          {p.users.bulkInviteText}
        </BulkDialog>
      )}
      {asked === 'delete' && (
        <BulkDialog
          {...dialog}
          title={p.users.bulkDelete(items.length)}
          confirm={t.ui.delete}
          work={({ id }) => client.call('DELETE /company/contacts/{contact_id}', { contact_id: id })}
        >
          {p.users.deleteText}
        </BulkDialog>
      )}
    </>
  )
}
