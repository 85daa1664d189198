import type { Webhook } from '../../../../packages/client/src/generated/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { CopiedValue } from '../../ui/copied-value.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Card } from '../../ui/section-page.tsx'
import { Fact, FactList } from '../shell/fact-list.tsx'
import { ALL_EVENTS } from './webhook-events.ts'
import { WebhookState } from './webhook-state.tsx'
import styles from './webhooks.module.css'

export function WebhookFacts({ webhook }: { webhook: Webhook }) {
  return (
    <Card title={p.webhooks.settings}>
      {webhook.disabled_reason !== '' && (
        <Notice look="danger">{p.webhooks.disabledReason(webhook.disabled_reason)}</Notice>
      )}
      {webhook.failing_since !== null && (
        <Notice look="warning">
          {p.webhooks.failingSince} <DateTime at={webhook.failing_since} />
        </Notice>
      )}
      {webhook.old_secret_until !== null && (
        <Notice>
          {p.webhooks.oldSecretUntil} <DateTime at={webhook.old_secret_until} />
        </Notice>
      )}
      <FactList>
        <Fact label={p.webhooks.url}>
          <CopiedValue label={p.webhooks.url} value={webhook.url} />
        </Fact>
        <Fact label={p.webhooks.state}>
          <WebhookState webhook={webhook} />
        </Fact>
        <Fact label={p.webhooks.created}>
          <DateTime at={webhook.created_at} />
        </Fact>
        <Fact label={p.webhooks.events}>
          {webhook.events.includes(ALL_EVENTS) ? (
            p.webhooks.allEvents
          ) : (
            <ul className={styles.chosen}>
              {webhook.events.map((name) => (
                <li key={name}>{(p.webhooks.names as Record<string, string>)[name] ?? name}</li>
              ))}
            </ul>
          )}
        </Fact>
      </FactList>
    </Card>
  )
}
