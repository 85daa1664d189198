import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/field.tsx'
import { useDelayed } from '../../ui/use-delayed.ts'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import styles from './act-as-dialog.module.css'
import { usePortal } from './portal-context.ts'
import { portalKeys } from './portal-keys.ts'

const MAX_SHOWN = 50

/** For owners, and for API keys, which belong to the company: chooses whom to act as. */
export function ActAsDialog({
  onClose,
  onSwitch,
}: {
  onClose: () => void
  onSwitch: (userId: string) => void
}) {
  const { client, user } = usePortal()
  const [search, setSearch] = useState('')
  const wanted = useDelayed(search.trim())
  const users = useQuery({
    queryKey: portalKeys.users.find(wanted),
    queryFn: ({ signal }) =>
      client.call(
        'GET /system/company/contacts',
        { items_per_page: MAX_SHOWN, ...(wanted && { search: wanted }) },
        undefined,
        { signal },
      ),
  })
  const active = users.data?.filter((contact) => contact.activated) ?? []
  return (
    <Dialog title={t.shell.actAs} size="small" onClose={onClose}>
      <TextField
        label={p.shell.searchFirstName}
        type="search"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {users.isFetching && !users.data && <LoadingState />}
      {users.error !== null && <ErrorState error={users.error} onRetry={users.refetch} />}
      {!users.isFetching && users.error === null && active.length === 0 && <p>{p.shell.nobodyFound}</p>}
      <ul className={styles.list}>
        {active.map((contact) => {
          const name = `${contact.first_name} ${contact.last_name}`.trim()
          return (
            <li key={contact.id}>
              <button
                type="button"
                className={styles.choice}
                disabled={contact.id === user.id}
                onClick={() => onSwitch(contact.id)}
              >
                <Avatar name={name} />
                {name}
              </button>
            </li>
          )
        })}
      </ul>
    </Dialog>
  )
}
