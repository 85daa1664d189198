import type { Delivery, Webhook } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { Inbox, RotateCcw } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { messageOf } from '../../api/api-failure.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopiedValue } from '../../ui/copied-value.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Pager } from '../../ui/pager.tsx'
import { Card } from '../../ui/section-page.tsx'
import { RowButton, Table } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { Fact, FactList } from '../shell/fact-list.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import styles from './webhooks.module.css'

const looks = { pending: 'warning', delivered: 'success', failed: 'danger' } as const

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

interface DeliveryDialogProps {
  webhook: Webhook
  deliveryId: string
  onReplayed: () => void
  onClose: () => void
}

/** The request, the response, and a button to send it again. */
function DeliveryDialog({ webhook, deliveryId, onReplayed, onClose }: DeliveryDialogProps) {
  const { client } = usePortal()
  const input = { webhook_id: webhook.id, delivery_id: deliveryId }
  const loaded = useQuery({
    queryKey: portalKeys.webhooks.delivery(webhook.id, deliveryId),
    queryFn: ({ signal }) =>
      client.call('GET /webhooks/{webhook_id}/deliveries/{delivery_id}', input, undefined, { signal }),
  })
  const submit = useSubmit()
  async function replay() {
    const done = await submit.run(() =>
      client.call('POST /webhooks/{webhook_id}/deliveries/{delivery_id}/replay', input),
    )
    if (!done) return
    showToast(p.webhooks.replayed)
    onReplayed()
    onClose()
  }
  const delivery = loaded.data
  return (
    <Dialog
      title={delivery ? p.webhooks.deliveryTitle(delivery.type) : p.webhooks.deliveries}
      size="large"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t.ui.close}</Button>
          <Button
            look="primary"
            icon={<RotateCcw />}
            busy={submit.busy}
            disabled={!delivery}
            onClick={() => void replay()}
          >
            {p.webhooks.replay}
          </Button>
        </>
      }
    >
      {submit.error !== undefined && <Notice look="danger">{messageOf(submit.error)}</Notice>}
      {loaded.error !== null && <ErrorState error={loaded.error} onRetry={loaded.refetch} />}
      {!delivery && loaded.error === null && <LoadingState />}
      {delivery && (
        <>
          {delivery.error && <Notice look="warning">{delivery.error}</Notice>}
          <FactList>
            <Fact label={p.webhooks.state}>
              <DeliveryStatus delivery={delivery} />
            </Fact>
            <Fact label={p.webhooks.attempts}>{delivery.attempts}</Fact>
            <Fact label={p.webhooks.answer}>{answerText(delivery)}</Fact>
            <Moment label={p.webhooks.lastAttempt} at={delivery.last_attempt_at} />
            <Moment label={p.webhooks.nextAttempt} at={delivery.next_attempt_at} />
            <Moment label={p.webhooks.deliveredAt} at={delivery.delivered_at} />
            <Fact label={p.webhooks.deliveryId}>
              <CopiedValue label={p.webhooks.deliveryId} value={delivery.id} />
            </Fact>
          </FactList>
          <Body title={p.webhooks.payload} text={JSON.stringify(delivery.payload, null, 2)} />
          {delivery.response_body && <Body title={p.webhooks.responseBody} text={delivery.response_body} />}
        </>
      )}
    </Dialog>
  )
}

function Moment({ label, at }: { label: string; at: string | null }) {
  return at === null ? null : (
    <Fact label={label}>
      <DateTime at={at} />
    </Fact>
  )
}

function Body({ title, text }: { title: string; text: string }) {
  return (
    <section>
      <h3>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable */}
      <pre className={styles.body} tabIndex={0}>
        {text}
      </pre>
    </section>
  )
}

function DeliveryTable({
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

function DeliveryStatus({ delivery: { status } }: { delivery: Delivery }) {
  return <Badge look={looks[status]}>{p.webhooks.statuses[status]}</Badge>
}

function answerText({ response_status: status, error, attempts }: Delivery): string {
  if (status !== null) return String(status)
  return attempts === 0 ? '' : error || p.webhooks.noAnswer
}
