import type { Delivery } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { RowButton, Table } from '../../ui/table.tsx'
import styles from './webhooks.module.css'

const looks = { pending: 'warning', delivered: 'success', failed: 'danger' } as const

export function DeliveryTable({
  deliveries,
  onOpen,
}: {
  deliveries: readonly Delivery[]
  onOpen: (deliveryId: string) => void
}) {
  const { event, state, answer, attempts, when } = p.webhooks
  return (
    <Table label={p.webhooks.deliveries} headings={[event, state, answer, attempts, when]}>
      {deliveries.map((delivery) => (
        <tr key={delivery.id}>
          <td>
            <RowButton aria-label={p.webhooks.open(delivery.type)} onClick={() => onOpen(delivery.id)}>
              <code>{delivery.type}</code>
            </RowButton>
          </td>
          <td>
            <DeliveryStatus delivery={delivery} />
          </td>
          <td>{answerText(delivery)}</td>
          <td data-label={attempts}>{delivery.attempts}</td>
          <td className={styles.when}>
            <DateTime at={delivery.created_at} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

export function DeliveryStatus({ delivery: { status } }: { delivery: Delivery }) {
  return <Badge look={looks[status]}>{p.webhooks.statuses[status]}</Badge>
}

export function answerText({ response_status: status, error, attempts }: Delivery): string {
  if (status !== null) return String(status)
  return attempts === 0 ? '' : error || p.webhooks.noAnswer
}
