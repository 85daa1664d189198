import type { Static } from '@sinclair/typebox'
import { recordChange } from '../../company/audit/record-change.ts'
import type { Actor } from '../../identity/actor.ts'
import { newObjectId } from '../../object-id.ts'
import { conflict } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { type Webhook, webhookOf } from './webhook.ts'
import { checkWebhookInput, type NewWebhook } from './webhook-input.ts'
import { newWebhookSecret } from './webhook-secret.ts'
import { insertWebhook, listWebhooks } from './webhook-store.ts'
import { type WebhookView, webhookView } from './webhook-view.ts'

const MOST_WEBHOOKS = 50

/** Creates a webhook for events from now on. The secret is shown only here. */
export async function createWebhook(
  platform: TelephonyPlatform,
  actor: Actor,
  input: Static<typeof NewWebhook>,
): Promise<WebhookView & { signing_secret: string }> {
  checkWebhookInput(platform, input)
  const { clock, secrets } = platform
  const secret = newWebhookSecret()
  return platform.transact(actor.company.id, async (tx) => {
    if ((await listWebhooks(tx.db, actor.company.id)).length >= MOST_WEBHOOKS) {
      throw conflict(`A company has at most ${MOST_WEBHOOKS} webhooks`)
    }
    const row = {
      company_id: actor.company.id,
      id: newObjectId(clock),
      url: input.url,
      events: JSON.stringify([...new Set(input.events)]),
      description: input.description ?? '',
      enabled: (input.enabled ?? true) ? 1 : 0,
      disabled_reason: '',
      secret_sealed: secrets.encrypt(secret),
      old_secret_sealed: null,
      old_secret_until: null,
      cursor: tx.position,
      failing_since: null,
      lease_holder: '',
      lease_until: 0,
      created_at: clock.now(),
      updated_at: clock.now(),
    }
    await insertWebhook(tx.db, row)
    const webhook: Webhook = webhookOf(row)
    const after = webhookView(webhook)
    await recordChange(tx, clock, actor, { action: 'webhook.created', id: row.id, before: null, after })
    return { ...after, signing_secret: secret }
  })
}
