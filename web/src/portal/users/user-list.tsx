import { Upload, UserPlus, Users } from 'lucide-react'
import { useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { Pager } from '../../ui/pager.tsx'
import { SectionPage } from '../../ui/section-page.tsx'
import { useDelayed } from '../../ui/use-delayed.ts'
import { useLoaded } from '../../ui/use-loaded.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { ImportDialog } from '../imports/import-dialog.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { CreateUserDialog } from './create-user-dialog.tsx'
import { UserTable } from './user-table.tsx'
import styles from './users.module.css'

const PER_PAGE = 25

export function UserList() {
  const { client, isOwner } = usePortal()
  const [search, setSearch] = useState('')
  const [page, setPage] = useState(1)
  const [dialog, setDialog] = useState<'create' | 'import'>()
  const wanted = useDelayed(search.trim())
  const users = useLoaded(`${page} ${wanted}`, (signal) =>
    client.page(
      'GET /system/company/contacts',
      { ...filterOf(wanted), items_per_page: PER_PAGE, page },
      signal,
    ),
  )
  return (
    <SectionPage
      title={p.users.title}
      intro={p.users.intro}
      actions={
        isOwner && (
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
          hint={p.users.searchHint}
          value={search}
          onChange={(event) => {
            setSearch(event.target.value)
            setPage(1)
          }}
        />
      </div>
      {users.error !== undefined && <ErrorState error={users.error} onRetry={users.reload} />}
      {users.loading && !users.value && <LoadingState />}
      {users.value &&
        (users.value.items?.length ? (
          <>
            <UserTable users={users.value.items} total={users.value.total} onChanged={users.reload} />
            <Pager page={users.value.page} pages={users.value.pages} onTurn={setPage} />
          </>
        ) : (
          <EmptyState icon={<Users />} title={p.users.nobody}>
            {p.users.nobodyHint}
          </EmptyState>
        ))}
      {dialog === 'create' && (
        <CreateUserDialog onClose={() => setDialog(undefined)} onCreated={users.reload} />
      )}
      {dialog === 'import' && (
        <ImportDialog kind="contacts" onClose={() => setDialog(undefined)} onImported={users.reload} />
      )}
    </SectionPage>
  )
}

/** The server finds the beginning of a first name, or a whole address. */
function filterOf(search: string) {
  if (search === '') return {}
  return search.includes('@') ? { work_email: search } : { first_name: search }
}
