import type { RegularWork } from '../../platform/regular-work.ts'
import type { Telephony } from '../telephony.ts'
import type { TelephonyEvent } from '../telephony-event-map.ts'
import { deliverWebhook } from '../webhook-deliveries/deliver-webhook.ts'
import {
  deleteDoneBefore,
  listDueWebhooks,
  type WebhookRef,
} from '../webhook-deliveries/webhook-delivery-store.ts'
import { listEnabledWebhooks } from './webhook-store.ts'

const LOOK_EVERY_MS = 50
const LOOK_FOR_RETRIES_EVERY_MS = 250
/** One run takes no longer, so that a server can stop; a call that takes longer goes on beside it. */
const RUN_MS = 1000
const MOST_AT_ONCE = 20
const DUE_AT_ONCE = 1000
const DELIVERIES_KEPT_MS = 7 * 86_400_000

/**
 * Delivers events to webhooks: soon after they happen, and again when a retry is due. One server does it for all;
 * when another takes over, the lease of each webhook keeps the two apart.
 */
export async function tendWebhooks(telephony: Telephony, work: RegularWork): Promise<void> {
  const { clock, database, duty, follower, log, nodeId: holder } = telephony
  const woken = new Map<string, WebhookRef>()
  const underWay = new Map<string, Promise<void>>()
  const wake = (ref: WebhookRef) => void woken.set(`${ref.company_id}:${ref.id}`, ref)
  let isNewOnDuty = false
  duty.whileHeld(
    () => {
      isNewOnDuty = true
    },
    () => woken.clear(),
  )
  const companies = new Set<number>()
  follower.listen((event) => {
    if (duty.isHeld && concernsWebhooks(event)) companies.add(event.tenant)
  })
  follower.onSkip((companyId) => void companies.add(companyId))

  function startWoken(until: number) {
    for (const [key, ref] of [...woken]) {
      if (underWay.size >= MOST_AT_ONCE) return
      if (underWay.has(key)) continue
      woken.delete(key)
      const done = deliverWebhook(telephony, ref, holder, () => duty.isHeld && performance.now() < until)
        .then((hasMore) => hasMore && wake(ref))
        .catch((error) => {
          log.warn({ err: error, webhook: ref.id }, 'a webhook could not be delivered; trying again')
          wake(ref)
        })
        .finally(() => underWay.delete(key))
      underWay.set(key, done as Promise<void>)
    }
  }

  let lookedAt = 0
  work.onDuty(LOOK_EVERY_MS, 'delivering webhooks', async () => {
    const until = performance.now() + RUN_MS
    if (isNewOnDuty) {
      // What happened while nobody had the duty, or what whoever had it left.
      for (const ref of await listEnabledWebhooks(database.read)) wake(ref)
      isNewOnDuty = false
    }
    for (const companyId of takeAll(companies)) {
      for (const ref of await listEnabledWebhooks(database.read, companyId)) wake(ref)
    }
    if (performance.now() - lookedAt >= LOOK_FOR_RETRIES_EVERY_MS) {
      lookedAt = performance.now()
      for (const ref of await listDueWebhooks(database.read, clock.now(), DUE_AT_ONCE)) wake(ref)
    }
    startWoken(until)
    while (underWay.size > 0 && companies.size === 0 && performance.now() < until) {
      await Promise.race([...underWay.values(), pause()])
    }
  })
  work.onDuty(3_600_000, 'forgetting old webhook deliveries', () =>
    database.write(0, { work: ({ db }) => deleteDoneBefore(db, clock.now() - DELIVERIES_KEPT_MS) }),
  )
}

function concernsWebhooks({ type, audience, payload }: TelephonyEvent): boolean {
  if (type === 'changed') return payload.kind === 'webhook'
  return audience.to !== 'nobody'
}

function takeAll(set: Set<number>): number[] {
  const items = [...set]
  set.clear()
  return items
}

const pause = () => new Promise((next) => setTimeout(next, LOOK_EVERY_MS))
