import type { FaxMessage } from '@switchboard/client/telephony'
import { CircleAlert, CircleCheck, Clock, Inbox, LoaderCircle, type LucideIcon, Printer } from 'lucide-react'
import type { Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { p } from '../../texts/portal-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Part } from '../../ui/section-page.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { RowLink } from '../../ui/table.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { linkTo, portalFilter } from '../shell/portal-path.ts'
import { useReach } from '../shell/use-reach.tsx'
import { otherNumber, otherParty } from './fax-parties.ts'
import styles from './faxes.module.css'

const PAGE = 25

/** Received or sent faxes, kept up to date by events. */
export function FaxList({ direction }: { direction: 'inbound' | 'outbound' }) {
  const { client } = usePortal()
  const reach = useReach()
  const isInbox = direction === 'inbound'
  const resource: Resource<FaxMessage> = {
    title: isInbox ? p.faxes.received : p.faxes.sent,
    pages: {
      key: portalKeys.faxes.pages(direction),
      load: ({ page, values: { search = '', unread, failed }, signal }) =>
        client.page(
          'GET /fax/messages',
          {
            direction,
            page,
            page_size: PAGE,
            ...(unread && { is_read: false }),
            ...(failed && { status: 'failed' as const }),
            ...(search.trim() && { search: search.trim() }),
          },
          { signal },
        ),
    },
    idOf: ({ id }) => id,
    nameOf: otherParty,
    filters: [
      { name: 'search', kind: 'search', label: p.faxes.search, maxLength: 200 },
      isInbox
        ? { name: 'unread', kind: 'check', label: p.faxes.unreadOnly }
        : {
            name: 'failed',
            kind: 'check',
            label: p.faxes.failedOnly,
            initial: portalFilter('status') === 'failed' ? 'yes' : '',
          },
    ],
    empty: {
      icon: <Printer />,
      title: isInbox ? p.faxes.noneReceived : p.faxes.noneSent,
      hint: isInbox ? p.faxes.noneReceivedHint : p.faxes.noneSentHint,
    },
    noMatch: () => ({ title: p.faxes.nothingFound, hint: p.faxes.nothingFoundHint }),
    rowClass: ({ is_read: isRead }) => !isRead && styles.unread,
    columns: [
      {
        heading: isInbox ? p.faxes.from : p.faxes.to,
        cell: (fax) => <RowLink {...linkTo('faxes', fax.id)}>{otherParty(fax)}</RowLink>,
      },
      isInbox
        ? { heading: p.faxes.to, cell: ({ to }) => showNumber(to) }
        : { heading: p.faxes.subject, cell: ({ subject }) => subject },
      { heading: p.faxes.pages, labelled: true, cell: ({ pages }) => pages },
      { heading: p.faxes.time, cell: ({ created_at: at }) => <DateTime at={at} /> },
      {
        heading: p.faxes.status,
        cell: (fax) =>
          fax.is_read ? <FaxStatus status={fax.status} /> : <Badge look="accent">{p.faxes.unread}</Badge>,
      },
    ],
    actions: (fax) => {
      const number = otherNumber(fax)
      return [reach({ name: otherParty(fax), number, textNumber: number || undefined })]
    },
  }
  return <ResourceList resource={resource} frame={Part} />
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
