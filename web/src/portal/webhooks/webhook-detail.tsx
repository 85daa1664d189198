import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowLeft, Send, Webhook as WebhookIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { ApiError } from '../../../../packages/client/src/api-error.ts'
import type { Webhook } from '../../../../packages/client/src/generated/telephony-api.ts'
import { messageOf } from '../../api/api-failure.ts'
import { p } from '../../texts/portal-texts.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { invalidate } from '../../ui/query-client.ts'
import { SectionPage } from '../../ui/section-page.tsx'
import { showToast } from '../../ui/toast.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import { EmptyState, ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { linkTo } from '../shell/portal-path.ts'
import { DeliveryLog } from './delivery-log.tsx'
import { WebhookActions } from './webhook-actions.tsx'
import { WebhookFacts } from './webhook-facts.tsx'

export function WebhookDetail({ webhookId }: { webhookId: string }) {
  const { client } = usePortal()
  const loaded = useQuery({
    queryKey: portalKeys.webhooks.one(webhookId),
    queryFn: ({ signal }) =>
      client.call('GET /webhooks/{webhook_id}', { webhook_id: webhookId }, undefined, { signal }),
  })
  const toList = (
    <ButtonLink icon={<ArrowLeft />} {...linkTo('webhooks')}>
      {p.webhooks.toList}
    </ButtonLink>
  )
  if (loaded.data) return <LoadedWebhook webhook={loaded.data} toList={toList} onChanged={loaded.refetch} />
  if (loaded.error === null) return <LoadingState />
  if (loaded.error instanceof ApiError && loaded.error.status === 404)
    return <EmptyState icon={<WebhookIcon />} title={p.webhooks.notFound} action={toList} />
  return <ErrorState error={loaded.error} onRetry={loaded.refetch} />
}

function LoadedWebhook({
  webhook,
  toList,
  onChanged,
}: {
  webhook: Webhook
  toList: ReactNode
  onChanged: () => void
}) {
  const { client } = usePortal()
  const test = useSubmit()
  const queries = useQueryClient()
  async function sendTest() {
    const done = await test.run(() =>
      client.call('POST /webhooks/{webhook_id}/test', { webhook_id: webhook.id }),
    )
    if (!done) return
    void invalidate(queries, portalKeys.webhooks.deliveries(webhook.id))
    showToast(p.webhooks.testSent)
  }
  return (
    <SectionPage
      title={webhook.description || new URL(webhook.url).host}
      actions={
        <>
          {toList}
          <Button
            look="primary"
            icon={<Send />}
            busy={test.busy}
            disabled={!webhook.enabled}
            onClick={() => void sendTest()}
          >
            {p.webhooks.test}
          </Button>
          <WebhookActions webhook={webhook} onChanged={onChanged} />
        </>
      }
    >
      {test.error !== undefined && <Notice look="danger">{messageOf(test.error)}</Notice>}
      <WebhookFacts webhook={webhook} />
      <DeliveryLog webhook={webhook} onSettled={onChanged} />
    </SectionPage>
  )
}
