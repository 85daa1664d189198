import type { Static } from '@sinclair/typebox'
import { recordChange } from '../../company/audit/record-change.ts'
import { collectFaults } from '../../http/collect-faults.ts'
import { checkReadOnlyFields } from '../../http/read-only-fields.ts'
import type { Actor } from '../../identity/actor.ts'
import { newObjectId } from '../../object-id.ts'
import { conflict, notFound } from '../../problem.ts'
import type { TelephonyPlatform, TelephonyTransaction } from '../../telephony-platform.ts'
import { resumeDeliveries } from './feed-webhook.ts'
import { type Webhook, webhookOf } from './webhook.ts'
import { checkWebhookInput, type NewWebhook, type WebhookInput, webhookIdentity } from './webhook-input.ts'
import { newWebhookSecret } from './webhook-secret.ts'
import {
  deleteWebhookRows,
  findWebhook,
  insertWebhook,
  listWebhooks,
  updateWebhookRow,
} from './webhook-store.ts'
import type { WebhooksTable } from './webhook-tables.ts'
import { type WebhookView, webhookView } from './webhook-view.ts'

/** How long the old secret also signs. */
const OVERLAP_MS = 86_400_000

const MAX_WEBHOOKS = 50

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
    if ((await listWebhooks(tx.db, actor.company.id)).length >= MAX_WEBHOOKS) {
      throw conflict(`An organization has at most ${MAX_WEBHOOKS} webhooks`)
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

export async function updateWebhook(
  platform: TelephonyPlatform,
  actor: Actor,
  id: string,
  input: WebhookInput,
): Promise<WebhookView> {
  return change(platform, actor, id, 'webhook.updated', async (stored, tx) => {
    await collectFaults(
      () => checkWebhookInput(platform, input),
      () => checkReadOnlyFields(input, webhookView(stored), webhookIdentity),
    )
    const { url, events, description, enabled } = input
    const starts = enabled === true && !stored.enabled
    if (starts) await resumeDeliveries(platform, tx, stored)
    return {
      ...(url !== undefined && { url }),
      ...(events !== undefined && { events: JSON.stringify([...new Set(events)]) }),
      ...(description !== undefined && { description }),
      ...(enabled !== undefined && { enabled: enabled ? 1 : 0, disabled_reason: '' }),
      // Skips events from while it was disabled, but keeps the deliveries that were pending.
      ...(starts && { cursor: tx.position, failing_since: null }),
    }
  })
}

/** The new secret is shown only here. */
export async function rotateWebhookSecret(
  platform: TelephonyPlatform,
  actor: Actor,
  id: string,
): Promise<WebhookView & { signing_secret: string }> {
  const secret = newWebhookSecret()
  const view = await change(platform, actor, id, 'webhook.secret_rotated', async (stored) => ({
    secret_sealed: platform.secrets.encrypt(secret),
    old_secret_sealed: stored.secret_sealed,
    old_secret_until: platform.clock.now() + OVERLAP_MS,
  }))
  return { ...view, signing_secret: secret }
}

/** Pending deliveries are deleted, too. */
export async function deleteWebhook(
  platform: TelephonyPlatform,
  actor: Actor,
  id: string,
): Promise<WebhookView> {
  return platform.transact(actor.company.id, async (tx) => {
    const stored = await findWebhook(tx.db, actor.company.id, id)
    if (!stored) throw notFound('There is no such webhook')
    const before = webhookView(stored)
    await deleteWebhookRows(tx.db, actor.company.id, id)
    await recordChange(tx, platform.clock, actor, { action: 'webhook.deleted', id, before, after: null })
    return before
  })
}

async function change(
  platform: TelephonyPlatform,
  actor: Actor,
  id: string,
  action: `webhook.${string}`,
  decide: (stored: Webhook, tx: TelephonyTransaction) => Promise<Partial<WebhooksTable>>,
): Promise<WebhookView> {
  const { clock } = platform
  return platform.transact(actor.company.id, async (tx) => {
    const stored = await findWebhook(tx.db, actor.company.id, id)
    if (!stored) throw notFound('There is no such webhook')
    const columns = { ...(await decide(stored, tx)), updated_at: clock.now() }
    await updateWebhookRow(tx.db, stored, columns)
    const after = webhookView(webhookOf({ ...stored, events: JSON.stringify(stored.events), ...columns }))
    await recordChange(tx, clock, actor, { action, id, before: webhookView(stored), after })
    return after
  })
}
