import type { BackgroundJobs } from '../../../platform/concurrency/background-jobs.ts'
import type { TelephonyEvent } from '../../telephony-event-map.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { deliverWebhook } from './deliver-webhook.ts'
import { deleteDoneBefore, listDueWebhooks, type WebhookRef } from './webhook-delivery-store.ts'
import { listEnabledWebhooks } from './webhook-store.ts'

const INTERVAL_MS = 50
const LOOK_FOR_RETRIES_EVERY_MS = 250
/** The limit of one run, so that a server can stop. A longer attempt continues beside it. */
const RUN_MS = 1000
const MAX_CONCURRENT = 20
const DUE_AT_ONCE = 1000
const DELIVERIES_KEPT_MS = 7 * 86_400_000

/**
 * Delivers events to webhooks soon after they happen, and again when a retry is due. The leader does it for all; when
 * another server takes over, the lease of each webhook keeps the two apart.
 */
export async function startWebhookJobs(platform: TelephonyPlatform, work: BackgroundJobs): Promise<void> {
  const { clock, database, leadership, follower, log, nodeId: holder } = platform
  const woken = new Map<string, WebhookRef>()
  const inFlight = new Map<string, Promise<void>>()
  const wake = (ref: WebhookRef) => void woken.set(`${ref.company_id}:${ref.id}`, ref)
  let isNewLeader = false
  leadership.whileLeader(
    () => {
      isNewLeader = true
    },
    () => woken.clear(),
  )
  const companies = new Set<number>()
  follower.listen((event) => {
    if (leadership.isLeader && concernsWebhooks(event)) companies.add(event.tenant)
  })
  follower.onSkip((companyId) => void companies.add(companyId))

  function startWoken(until: number) {
    for (const [key, ref] of [...woken]) {
      if (inFlight.size >= MAX_CONCURRENT) return
      if (inFlight.has(key)) continue
      woken.delete(key)
      const done = deliverWebhook(
        platform,
        ref,
        holder,
        () => leadership.isLeader && performance.now() < until,
      )
        .then((hasMore) => hasMore && wake(ref))
        .catch((error) => {
          log.warn({ err: error, webhook: ref.id }, 'a webhook could not be delivered; trying again')
          wake(ref)
        })
        .finally(() => inFlight.delete(key))
      inFlight.set(key, done as Promise<void>)
    }
  }

  let lookedAt = 0
  work.onLeader(INTERVAL_MS, 'delivering webhooks', async () => {
    const until = performance.now() + RUN_MS
    if (isNewLeader) {
      // Events from while there was no leader, and work that the previous one left.
      for (const ref of await listEnabledWebhooks(database.read)) wake(ref)
      isNewLeader = false
    }
    for (const companyId of takeAll(companies)) {
      for (const ref of await listEnabledWebhooks(database.read, companyId)) wake(ref)
    }
    if (performance.now() - lookedAt >= LOOK_FOR_RETRIES_EVERY_MS) {
      lookedAt = performance.now()
      for (const ref of await listDueWebhooks(database.read, clock.now(), DUE_AT_ONCE)) wake(ref)
    }
    startWoken(until)
    while (inFlight.size > 0 && companies.size === 0 && performance.now() < until) {
      await Promise.race([...inFlight.values(), pause()])
    }
  })
  work.onLeader(3_600_000, 'deleting old webhook deliveries', () =>
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

const pause = () => new Promise((next) => setTimeout(next, INTERVAL_MS))
