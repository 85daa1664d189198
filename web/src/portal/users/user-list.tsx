import { useQuery } from '@tanstack/react-query'
import { Upload, UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import type { Contact } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SectionPage } from '../../ui/section-page.tsx'
import { useDelayed } from '../../ui/use-delayed.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { useSelection } from '../bulk/use-selection.ts'
import { ImportDialog } from '../imports/import-dialog.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { portalFilter } from '../shell/portal-path.ts'
import { CreateUserDialog } from './create-user-dialog.tsx'
import { UserBulkBar } from './user-bulk-bar.tsx'
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
