import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { findWebhook, releaseLease, takeLease } from '../webhooks/webhook-store.ts'
import { attemptDelivery } from './attempt-delivery.ts'
import { feedWebhook } from './feed-webhook.ts'
import { PATIENCE } from './retry-times.ts'
import { findNextDelivery, type WebhookRef } from './webhook-delivery-store.ts'

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
  const next = () => findNextDelivery(database.read, ref, clock.now(), PATIENCE)
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
