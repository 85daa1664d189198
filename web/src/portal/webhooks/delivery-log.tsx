import { Inbox } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { Webhook } from '../../../generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { SelectField } from '../../ui/field.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Card } from '../../ui/section-page.tsx'
import { useLoaded } from '../../ui/use-loaded.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { DeliveryDialog } from './delivery-dialog.tsx'
import { DeliveryTable } from './delivery-table.tsx'
import styles from './webhooks.module.css'

const statuses = ['pending', 'delivered', 'failed'] as const
const PAGE_SIZE = 20
const LOOK_AGAIN_MS = 2000

interface DeliveryLogProps {
  webhook: Webhook
  /** Changes when something was sent from here. */
  turn: number
  /** What waited has been tried: the state of the webhook may be another. */
  onSettled: () => void
}

export function DeliveryLog({ webhook, turn, onSettled }: DeliveryLogProps) {
  const { client } = usePortal()
  const [status, setStatus] = useState<(typeof statuses)[number] | ''>('')
  const [page, setPage] = useState(1)
  const [opened, setOpened] = useState<string>()
  const log = useLoaded(JSON.stringify([webhook.id, status, page]), (signal) =>
    client.page(
      'GET /webhooks/{webhook_id}/deliveries',
      { webhook_id: webhook.id, page, page_size: PAGE_SIZE, ...(status !== '' && { status }) },
      signal,
    ),
  )
  const { reload, value } = log
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at anew after something was sent
  useEffect(reload, [turn, reload])
  // No event tells of deliveries: while some wait, it is looked again.
  const tries = value?.items.filter((one) => one.status === 'pending').map((one) => one.attempts)
  const waiting = JSON.stringify(tries ?? [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what waits matters
  useEffect(() => {
    if (value) onSettled()
    if (waiting === '[]') return
    const timer = setInterval(reload, LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [waiting, reload])
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
      {log.error !== undefined && <ErrorState error={log.error} onRetry={reload} />}
      {log.error === undefined && !value && <LoadingState />}
      {value?.items.length === 0 &&
        (status === '' ? (
          <EmptyState icon={<Inbox />} title={p.webhooks.noDeliveries}>
            {p.webhooks.noDeliveriesHint}
          </EmptyState>
        ) : (
          <p>{p.webhooks.noneOfStatus}</p>
        ))}
      {value && value.items.length > 0 && (
        <>
          <DeliveryTable deliveries={value.items} onOpen={setOpened} />
          <Pager {...value} onTurn={setPage} />
        </>
      )}
      {opened !== undefined && (
        <DeliveryDialog
          webhook={webhook}
          deliveryId={opened}
          onReplayed={reload}
          onClose={() => setOpened(undefined)}
        />
      )}
    </Card>
  )
}
