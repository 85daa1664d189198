import { WebhookDetail } from './webhook-detail.tsx'
import { WebhookList } from './webhook-list.tsx'

/** /portal/webhooks, and behind it the id of one. */
export function WebhooksPage({ path: [id] }: { path: readonly string[] }) {
  return id === undefined ? <WebhookList /> : <WebhookDetail key={id} webhookId={id} />
}
