import { useQuery } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import type { Webhook } from '../../../../packages/client/src/generated/telephony-api.ts'
import { messageOf } from '../../api/api-failure.ts'
import { p } from '../../texts/portal-texts.ts'
import { t } from '../../texts/texts.ts'
import { Button } from '../../ui/button.tsx'
import { CopiedValue } from '../../ui/copied-value.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { Fact, FactList } from '../shell/fact-list.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { answerText, DeliveryStatus } from './delivery-table.tsx'
import styles from './webhooks.module.css'

interface DeliveryDialogProps {
  webhook: Webhook
  deliveryId: string
  onReplayed: () => void
  onClose: () => void
}

/** The request, the response, and a button to send it again. */
export function DeliveryDialog({ webhook, deliveryId, onReplayed, onClose }: DeliveryDialogProps) {
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
