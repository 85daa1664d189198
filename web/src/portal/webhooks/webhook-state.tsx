import type { Webhook } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { Badge } from '../../ui/badge.tsx'

export function WebhookState({
  webhook: { enabled, disabled_reason: reason, failing_since: failing },
}: {
  webhook: Webhook
}) {
  if (reason !== '') return <Badge look="danger">{p.webhooks.states.disabled}</Badge>
  if (!enabled) return <Badge>{p.webhooks.states.paused}</Badge>
  if (failing !== null) return <Badge look="warning">{p.webhooks.states.failing}</Badge>
  return <Badge look="success">{p.webhooks.states.active}</Badge>
}
