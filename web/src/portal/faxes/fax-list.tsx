import type { FaxMessage } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Clock, Inbox, LoaderCircle, type LucideIcon, Printer } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { p } from '../../texts/portal-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { classNames } from '../../ui/class-names.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { CheckField, TextField } from '../../ui/field.tsx'
import { Pager } from '../../ui/pager.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { RowLink, Table } from '../../ui/table.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { linkTo, portalFilter } from '../shell/portal-path.ts'
import { otherParty } from './fax-parties.ts'
import styles from './faxes.module.css'

const PAGE = 25

/** Received or sent faxes, kept up to date by events. */
export function FaxList({ direction }: { direction: 'inbound' | 'outbound' }) {
  const { client } = usePortal()
  const [typed, setTyped] = useState('')
  const [unreadOnly, setUnreadOnly] = useState(false)
  const [failedOnly, setFailedOnly] = useState(() => portalFilter('status') === 'failed')
  const [page, setPage] = useState(1)
  const search = useDeferredValue(typed.trim())
  const faxes = useQuery({
    queryKey: portalKeys.faxes.page(direction, page, unreadOnly, failedOnly, search),
    queryFn: ({ signal }) =>
      client.page(
        'GET /fax/messages',
        {
          direction,
          page,
          page_size: PAGE,
          ...(unreadOnly && { is_read: false }),
          ...(failedOnly && { status: 'failed' as const }),
          ...(search && { search }),
        },
        { signal },
      ),
  })
  return (
    <>
      <div className={styles.tools}>
        <div className={styles.search}>
          <TextField
            label={p.faxes.search}
            type="search"
            maxLength={200}
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value)
              setPage(1)
            }}
          />
        </div>
        {direction === 'outbound' && (
          <div className={styles.check}>
            <CheckField
              label={p.faxes.failedOnly}
              checked={failedOnly}
              onChange={(event) => {
                setFailedOnly(event.target.checked)
                setPage(1)
              }}
            />
          </div>
        )}
        {direction === 'inbound' && (
          <div className={styles.check}>
            <CheckField
              label={p.faxes.unreadOnly}
              checked={unreadOnly}
              onChange={(event) => {
                setUnreadOnly(event.target.checked)
                setPage(1)
              }}
            />
          </div>
        )}
      </div>
      {faxes.isFetching && !faxes.data && <LoadingState />}
      {faxes.error !== null && <ErrorState error={faxes.error} onRetry={faxes.refetch} />}
      {faxes.data?.items.length === 0 && (
        <NoFaxes direction={direction} isFiltered={search !== '' || unreadOnly || failedOnly} />
      )}
      {faxes.data && faxes.data.items.length > 0 && (
        <>
          <FaxTable faxes={faxes.data.items} direction={direction} />
          <Pager page={faxes.data.page} pages={faxes.data.pages} onTurn={setPage} />
        </>
      )}
    </>
  )
}

function NoFaxes({ direction, isFiltered }: { direction: 'inbound' | 'outbound'; isFiltered: boolean }) {
  if (isFiltered) return <EmptyState title={p.faxes.nothingFound}>{p.faxes.nothingFoundHint}</EmptyState>
  const isInbox = direction === 'inbound'
  return (
    <EmptyState icon={<Printer />} title={isInbox ? p.faxes.noneReceived : p.faxes.noneSent}>
      {isInbox ? p.faxes.noneReceivedHint : p.faxes.noneSentHint}
    </EmptyState>
  )
}

function FaxTable({ faxes, direction }: { faxes: readonly FaxMessage[]; direction: 'inbound' | 'outbound' }) {
  const isInbox = direction === 'inbound'
  return (
    <Table
      label={isInbox ? p.faxes.received : p.faxes.sent}
      headings={[
        isInbox ? p.faxes.from : p.faxes.to,
        isInbox ? p.faxes.to : p.faxes.subject,
        p.faxes.pages,
        p.faxes.time,
        p.faxes.status,
      ]}
    >
      {faxes.map((fax) => (
        <tr key={fax.id} className={classNames(!fax.is_read && styles.unread)}>
          <td>
            <RowLink {...linkTo('faxes', fax.id)}>{otherParty(fax)}</RowLink>
          </td>
          <td>{isInbox ? showNumber(fax.to) : fax.subject}</td>
          <td data-label={p.faxes.pages}>{fax.pages}</td>
          <td>
            <DateTime at={fax.created_at} />
          </td>
          <td>
            {fax.is_read ? <FaxStatus status={fax.status} /> : <Badge look="accent">{p.faxes.unread}</Badge>}
          </td>
        </tr>
      ))}
    </Table>
  )
}

const looks: Record<
  FaxMessage['status'],
  { icon: LucideIcon; look: 'plain' | 'accent' | 'success' | 'danger' }
> = {
  queued: { icon: Clock, look: 'plain' },
  'media.processed': { icon: Clock, look: 'plain' },
  sending: { icon: LoaderCircle, look: 'accent' },
  delivered: { icon: CircleCheck, look: 'success' },
  failed: { icon: CircleAlert, look: 'danger' },
  received: { icon: Inbox, look: 'plain' },
}

function FaxStatus({ status }: { status: FaxMessage['status'] }) {
  const { icon: Icon, look } = looks[status]
  return (
    <Badge look={look}>
      <Icon aria-hidden="true" className={styles.badgeIcon} />
      {p.faxes.statuses[status]}
    </Badge>
  )
}
