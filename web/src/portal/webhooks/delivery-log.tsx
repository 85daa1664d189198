import { useQuery } from '@tanstack/react-query'
import { Inbox } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { Delivery, Webhook } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { SelectField } from '../../ui/field.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Card } from '../../ui/section-page.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { DeliveryTable } from './delivery-table.tsx'
import styles from './webhooks.module.css'

const statuses = ['pending', 'delivered', 'failed'] as const
const PAGE_SIZE = 20
const POLL_MS = 2000

interface DeliveryLogProps {
  webhook: Webhook
  /** Pending deliveries were attempted, so the state of the webhook may have changed. */
  onSettled: () => void
}

export function DeliveryLog({ webhook, onSettled }: DeliveryLogProps) {
  const { client } = usePortal()
  const [status, setStatus] = useState<(typeof statuses)[number] | ''>('')
  const [page, setPage] = useState(1)
  const [opened, setOpened] = useState<string>()
  const log = useQuery({
    queryKey: [...portalKeys.webhooks.deliveries(webhook.id), status, page],
    queryFn: ({ signal }) =>
      client.page(
        'GET /webhooks/{webhook_id}/deliveries',
        { webhook_id: webhook.id, page, page_size: PAGE_SIZE, ...(status !== '' && { status }) },
        { signal },
      ),
    // There are no events about deliveries.
    refetchInterval: POLL_MS,
  })
  const { data, refetch } = log
  // The state of the webhook may change with each attempt.
  const attempts = data && pendingAttempts(data.items).join()
  const settled = useEffectEvent(onSettled)
  useEffect(() => {
    if (attempts !== undefined) settled()
  }, [attempts])
  return (
    <Card
      title={p.webhooks.deliveries}
      actions={
        <div className={styles.filter}>
          <SelectField
            label={p.webhooks.show}
            value={status}
            onChange={(event) => {
              setStatus(event.target.value as typeof status)
              setPage(1)
            }}
          >
            <option value="">{p.webhooks.all}</option>
            {statuses.map((one) => (
              <option key={one} value={one}>
                {p.webhooks.statuses[one]}
              </option>
            ))}
          </SelectField>
        </div>
      }
    >
      <p className={styles.hint}>{p.webhooks.deliveriesHint}</p>
      {log.error !== null && <ErrorState error={log.error} onRetry={() => void refetch()} />}
      {log.error === null && !data && <LoadingState />}
      {data?.items.length === 0 &&
        (status === '' ? (
          <EmptyState icon={<Inbox />} title={p.webhooks.noDeliveries}>
            {p.webhooks.noDeliveriesHint}
          </EmptyState>
        ) : (
          <p>{p.webhooks.noneOfStatus}</p>
        ))}
      {data && data.items.length > 0 && (
        <>
          <DeliveryTable deliveries={data.items} onOpen={setOpened} />
          <Pager {...data} onTurn={setPage} />
        </>
      )}
      {opened !== undefined && (
        <DeliveryDialog
          webhook={webhook}
          deliveryId={opened}
          onReplayed={() => void refetch()}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Card>
  )
}

const pendingAttempts = (deliveries: readonly Delivery[]) =>
  deliveries.filter((one) => one.status === 'pending').map((one) => one.attempts)
