import { Users } from 'lucide-react'
import { useState } from 'react'
import type { UserStatus } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Card } from '../../ui/section-page.tsx'
import { RowLink, Table } from '../../ui/table.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { linkTo } from '../shell/portal-path.ts'
import styles from './status.module.css'
import { StatusBadge } from './status-badge.tsx'
import { useUserStatuses } from './use-user-statuses.ts'

/** Everybody of the company, as it is now. */
export function UserStatuses() {
  const [page, setPage] = useState(1)
  const { loaded, statuses, nameOf } = useUserStatuses(page)
  return (
    <Card title={p.status.everybody}>
      {loaded.error !== null && <ErrorState error={loaded.error} onRetry={loaded.refetch} />}
      {loaded.isFetching && !loaded.data && <LoadingState />}
      {loaded.data && statuses.length === 0 && <EmptyState icon={<Users />} title={p.status.nobody} />}
      {loaded.data && statuses.length > 0 && (
        <>
          <Table label={p.status.everybody} headings={[p.status.who, p.status.status, p.status.since]}>
            {statuses.map((status) => (
              <StatusRow key={status.user_id} status={status} name={nameOf(status)} />
            ))}
          </Table>
          <Pager page={loaded.data.page} pages={loaded.data.pages} onTurn={setPage} />
        </>
      )}
    </Card>
  )
}

type Shown = Pick<UserStatus, 'user_id' | 'user_email' | 'status' | 'updated_at'>

function StatusRow({ status, name }: { status: Shown; name: string }) {
  return (
    <tr>
      <td>
        <span className={styles.person}>
          <Avatar name={name} />
          <RowLink {...linkTo('users', status.user_id)}>{name}</RowLink>
        </span>
      </td>
      <td aria-live="polite">
        <StatusBadge status={status.status.status} />
        {status.status.action_type === 'automatic' && (
          <span className={styles.automatic}>{p.status.automatic}</span>
        )}
      </td>
      <td>
        <DateTime at={status.updated_at} />
      </td>
    </tr>
  )
}
