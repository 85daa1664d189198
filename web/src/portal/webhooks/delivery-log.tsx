import type { Delivery, Webhook } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { Inbox, RotateCcw } from 'lucide-react'
import { messageOf } from '../../api/api-failure.ts'
import type { Resource } from '../../resource/resource.ts'
import { ResourceList } from '../../resource/resource-list.tsx'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { CopiedValue } from '../../ui/copy-button.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card } from '../../ui/section-page.tsx'
import { RowButton } from '../../ui/table.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { Fact, FactList } from '../shell/fact-list.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import styles from './webhooks.module.css'

const looks = { pending: 'warning', delivered: 'success', failed: 'danger' } as const

const statuses = ['pending', 'delivered', 'failed'] as const
const PAGE_SIZE = 20
/** There are no events about deliveries, and none about the state of a webhook. */
export const POLL_INTERVAL_MS = 2000

export function DeliveryLog({ webhook }: { webhook: Webhook }) {
  const { client } = usePortal()
  const resource: Resource<Delivery> = {
    title: p.webhooks.deliveries,
    pages: {
      key: portalKeys.webhooks.deliveries(webhook.id),
      load: ({ page, values: { status }, signal }) =>
        client.page(
          'GET /webhooks/{webhook_id}/deliveries',
          {
            webhook_id: webhook.id,
            page,
            page_size: PAGE_SIZE,
            ...(status && { status: status as Delivery['status'] }),
          },
          { signal },
        ),
      refetchInterval: POLL_INTERVAL_MS,
    },
    idOf: ({ id }) => id,
    nameOf: ({ type }) => type,
    filters: [
      {
        name: 'status',
        kind: 'select',
        label: p.webhooks.show,
        options: [
          { value: null, text: p.webhooks.all },
          ...statuses.map((value) => ({ value, text: p.webhooks.statuses[value] })),
        ],
      },
    ],
    above: <p className={styles.hint}>{p.webhooks.deliveriesHint}</p>,
    empty: { icon: <Inbox />, title: p.webhooks.noDeliveries, hint: p.webhooks.noDeliveriesHint },
    noMatch: () => ({ title: p.webhooks.noneOfStatus }),
    columns: [
      {
        heading: p.webhooks.event,
        cell: ({ type }, open) => (
          <RowButton aria-label={p.webhooks.open(type)} onClick={() => open('delivery')}>
            <code>{type}</code>
          </RowButton>
        ),
      },
      { heading: p.webhooks.state, cell: (delivery) => <DeliveryStatus delivery={delivery} /> },
      { heading: p.webhooks.answer, cell: answerText },
      { heading: p.webhooks.attempts, labelled: true, cell: (delivery) => delivery.attempts },
      {
        heading: p.webhooks.when,
        className: styles.when,
        cell: ({ created_at: at }) => <DateTime at={at} />,
      },
    ],
    dialogs: {
      delivery: ({ item, reload, onClose }) => (
        <DeliveryDialog webhook={webhook} deliveryId={item.id} onReplayed={reload} onClose={onClose} />
      ),
    },
  }
  return <ResourceList resource={resource} frame={Card} />
}

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

function DeliveryStatus({ delivery: { status } }: { delivery: Delivery }) {
  return <Badge look={looks[status]}>{p.webhooks.statuses[status]}</Badge>
}

function answerText({ response_status: status, error, attempts }: Delivery): string {
  if (status !== null) return String(status)
  return attempts === 0 ? '' : error || p.webhooks.noAnswer
}
