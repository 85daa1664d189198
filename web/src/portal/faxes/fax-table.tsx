import type { FaxMessage } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { classNames } from '../../ui/class-names.ts'
import { DateTime } from '../../ui/date-time.tsx'
import { showNumber } from '../../ui/show-number.ts'
import { RowLink, Table } from '../../ui/table.tsx'
import { linkTo } from '../shell/portal-path.ts'
import { otherParty } from './fax-parties.ts'
import { FaxStatus } from './fax-status.tsx'
import styles from './faxes.module.css'

export function FaxTable({
  faxes,
  direction,
}: {
  faxes: readonly FaxMessage[]
  direction: 'inbound' | 'outbound'
}) {
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
