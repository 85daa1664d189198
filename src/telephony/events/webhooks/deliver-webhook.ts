import { type Outcome, postWebhook } from '../../../platform/outgoing/post-webhook.ts'
import { recordChange } from '../../company/audit/record-change.ts'
import { serverItself } from '../../identity/actor.ts'
import { findCompany } from '../../identity/company-store.ts'
import type { TelephonyPlatform, TelephonyTransaction } from '../../telephony-platform.ts'
import { feedWebhook } from './feed-webhook.ts'
import type { Webhook, WebhookDelivery } from './webhook.ts'
import {
  findNextDelivery,
  hurryUnanswered,
  updateDelivery,
  type WebhookRef,
} from './webhook-delivery-store.ts'
import { signDelivery } from './webhook-secret.ts'
import { findWebhook, releaseLease, takeLease, updateWebhookRow } from './webhook-store.ts'
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

/** Longer than one attempt can take. */
const LEASE_MS = 12_000

/**
 * Sends the pending deliveries of a webhook, one after the other. Returns true if there may be more to do: time is up,
 * or another process holds the lease (`holder` identifies this one). If that process dies, its lease ends.
 */
export async function deliverWebhook(
  platform: TelephonyPlatform,
  ref: WebhookRef,
  holder: string,
  mayGoOn: () => boolean,
): Promise<boolean> {
  const { clock, database } = platform
  const next = () => findNextDelivery(database.read, ref, clock.now(), MAX_FAILURES)
  const lease = () =>
    database.write(ref.company_id, {
      work: ({ db }) => takeLease(db, ref, holder, clock.now(), clock.now() + LEASE_MS),
    })
  let leased = false
  try {
    while (mayGoOn()) {
      const webhook = await findWebhook(database.read, ref.company_id, ref.id)
      if (!webhook?.enabled) return false
      if (!(await next())) {
        if ((await feedWebhook(platform, webhook)) === 0) return false
        continue
      }
      leased = await lease()
      if (!leased) return true
      // Read again: until now another process may have been sending.
      const delivery = await next()
      if (delivery) await attemptDelivery(platform, webhook, delivery)
    }
    return true
  } finally {
    if (leased) {
      await database.write(ref.company_id, { work: ({ db }) => releaseLease(db, ref, holder) })
    }
  }
}

/** Makes one attempt and stores its result. */
async function attemptDelivery(
  platform: TelephonyPlatform,
  webhook: Webhook,
  delivery: WebhookDelivery,
): Promise<void> {
  const { clock, config, secrets } = platform
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
    if (isAccepted(outcome)) await noteSuccess(platform, tx, now, delivery, outcome)
    else await noteFailure(platform, tx, now, delivery, outcome)
  })
}

const isAccepted = ({ status }: Outcome) => status !== null && status >= 200 && status < 300

async function noteSuccess(
  { clock }: TelephonyPlatform,
  tx: TelephonyTransaction,
  webhook: Webhook,
  delivery: WebhookDelivery,
  { status, body }: Outcome,
): Promise<void> {
  const now = clock.now()
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
}

async function noteFailure(
  platform: TelephonyPlatform,
  tx: TelephonyTransaction,
  webhook: Webhook,
  delivery: WebhookDelivery,
  { status, body, error }: Outcome,
): Promise<void> {
  const now = platform.clock.now()
  const attempts = delivery.attempts + 1
  const wait = waitAfter(attempts)
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
  const company = await findCompany(tx.db, webhook.company_id)
  await recordChange(tx, clock, serverItself(company!), {
    action: 'webhook.disabled',
    id: webhook.id,
    before: webhookView(webhook),
    after: webhookView({ ...webhook, ...changes }),
  })
}

/** How long to wait after this many attempts, with jitter; undefined if it was the last. */
function waitAfter(attempts: number): number | undefined {
  const wait = waits[attempts - 1]
  return wait === undefined ? undefined : Math.round(wait * (0.9 + Math.random() * 0.2))
}
