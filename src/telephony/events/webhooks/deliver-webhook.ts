import type { OutboxPayloads } from '../../../platform/database/outbox-table.ts'
import type { OutboxEntry } from '../../../platform/outbox/outbox-queue.ts'
import { type Outcome, postWebhook } from '../../../platform/outgoing/post-webhook.ts'
import { recordChange } from '../../company/audit/record-change.ts'
import { serverItself } from '../../identity/actor.ts'
import { companiesTable } from '../../identity/company.ts'
import type { TelephonyPlatform, TelephonyTransaction } from '../../telephony-platform.ts'
import type { Webhook, WebhookDelivery } from './webhook.ts'
import { signDelivery } from './webhook-secret.ts'
import {
  findDelivery,
  findWebhook,
  hurryUnanswered,
  updateDelivery,
  updateWebhookRow,
} from './webhook-store.ts'
import { webhookView } from './webhook-view.ts'

const SECOND = 1000

const MINUTE = 60 * SECOND

const HOUR = 60 * MINUTE

/** Pauses between attempts: eight attempts within about a day. */
const waits = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 15 * MINUTE, HOUR, 4 * HOUR, 18 * HOUR]

/** After this many failures a delivery no longer blocks the ones behind it. */
const MAX_FAILURES = 3

/** A webhook that has accepted nothing for this long is disabled. */
const DISABLED_AFTER_MS = 72 * HOUR

/** How much of a response is stored, for people to read. */
const MAX_BYTES = 1024

const MAX_CONCURRENT = 20

/** Why an attempt is repeated: the receiver did not respond at all. */
const NO_RESPONSE = 'no response'

type Attempt = OutboxEntry<OutboxPayloads['webhook']>

/** Delivers events to webhooks, one after the other, and again when a retry is due. `onSettled`: fewer are pending. */
export const handleWebhooks = (platform: TelephonyPlatform, onSettled: (webhook: Webhook) => void): void =>
  platform.outbox.handle('webhook', {
    concurrency: MAX_CONCURRENT,
    blocksFor: MAX_FAILURES,
    isAbandonable: true,
    retryAfter: pauseAfter,
    attempt: (entry) => attemptDelivery(platform, entry, onSettled),
  })

/** Makes one attempt and stores its result. The deliveries of a disabled webhook wait until it is enabled. */
async function attemptDelivery(
  platform: TelephonyPlatform,
  entry: Attempt,
  onSettled: (webhook: Webhook) => void,
): Promise<void> {
  const { clock, config, database, secrets } = platform
  const webhook = await findWebhook(database.read, entry.tenant, entry.lane)
  const delivery = webhook && (await findDelivery(database.read, webhook, entry.payload.deliveryId))
  if (!webhook?.enabled || delivery?.status !== 'pending') return
  const { next_attempt_at: dueAt } = delivery
  // It was sent again meanwhile, on request, and has another entry.
  if (dueAt !== null && dueAt > clock.now()) {
    await database.write(entry.tenant, { work: ({ db }) => entry.postpone(db, dueAt) })
    return
  }
  const outcome = await postWebhook(
    webhook.url,
    delivery.body,
    { ...signDelivery(secrets, webhook, delivery.id, delivery.body, clock.now()) },
    { toPrivateNetworks: config.webhooksToPrivateNetworks, keptBytes: MAX_BYTES },
  )
  await platform.transact(webhook.company_id, async (tx) => {
    const now = await findWebhook(tx.db, webhook.company_id, webhook.id)
    // The webhook has been deleted, and its deliveries with it.
    if (!now) return
    if (isAccepted(outcome)) await noteSuccess(platform, tx, entry, now, delivery, outcome)
    else await noteFailure(platform, tx, entry, now, delivery, outcome)
  })
  onSettled(webhook)
}

const isAccepted = ({ status }: Outcome) => status !== null && status >= 200 && status < 300

async function noteSuccess(
  { clock }: TelephonyPlatform,
  tx: TelephonyTransaction,
  entry: Attempt,
  webhook: Webhook,
  delivery: WebhookDelivery,
  { status, body }: Outcome,
): Promise<void> {
  const now = clock.now()
  await entry.done(tx.db)
  await updateDelivery(tx.db, delivery, {
    status: 'delivered',
    attempts: delivery.attempts + 1,
    next_attempt_at: null,
    last_attempt_at: now,
    response_status: status,
    response_body: body,
    error: '',
    delivered_at: now,
  })
  if (webhook.failing_since === null) return
  await updateWebhookRow(tx.db, webhook, { failing_since: null })
  await hurryUnanswered(tx.db, webhook, now)
  await tx.outbox.reschedule('webhook', webhook.id, now, NO_RESPONSE)
}

async function noteFailure(
  platform: TelephonyPlatform,
  tx: TelephonyTransaction,
  entry: Attempt,
  webhook: Webhook,
  delivery: WebhookDelivery,
  { status, body, error }: Outcome,
): Promise<void> {
  const now = platform.clock.now()
  const attempts = delivery.attempts + 1
  const wait = pauseAfter(attempts)
  const noted = await updateDelivery(tx.db, delivery, {
    status: wait === undefined ? 'failed' : 'pending',
    attempts,
    next_attempt_at: wait === undefined ? null : now + wait,
    last_attempt_at: now,
    response_status: status,
    response_body: body,
    error: error === '' ? `The receiver answered ${status}` : error,
  })
  if (!noted) return
  if (wait !== undefined) await entry.retryAt(tx.db, now + wait, status === null ? NO_RESPONSE : undefined)
  const since = webhook.failing_since ?? now
  if (webhook.failing_since === null) await updateWebhookRow(tx.db, webhook, { failing_since: since })
  if (!webhook.enabled) return
  if (status === 410) await disable(platform, tx, webhook, 'The receiver says that it is gone (410)')
  else if (now - since >= DISABLED_AFTER_MS)
    await disable(platform, tx, webhook, 'Nothing was accepted for three days')
}

async function disable(
  { clock }: TelephonyPlatform,
  tx: TelephonyTransaction,
  webhook: Webhook,
  reason: string,
): Promise<void> {
  const changes = { enabled: 0, disabled_reason: reason, updated_at: clock.now() }
  await updateWebhookRow(tx.db, webhook, changes)
  const company = await companiesTable.find(tx.db, { id: webhook.company_id })
  await recordChange(tx, clock, serverItself(company!), {
    action: 'webhook.disabled',
    id: webhook.id,
    before: webhookView(webhook),
    after: webhookView({ ...webhook, ...changes }),
  })
}

/** How long to wait after this many attempts, with jitter; undefined if it was the last. */
function pauseAfter(attempts: number): number | undefined {
  const wait = waits[attempts - 1]
  return wait === undefined ? undefined : Math.round(wait * (0.9 + Math.random() * 0.2))
}
