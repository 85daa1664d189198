import type { BackgroundJobs } from '../../../platform/concurrency/background-jobs.ts'
import type { TelephonyEvent } from '../../telephony-event-map.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { handleWebhooks } from './deliver-webhook.ts'
import { feedWebhook } from './feed-webhook.ts'
import type { Webhook } from './webhook.ts'
import { deleteDoneBefore, listEnabledWebhooks } from './webhook-store.ts'

/** Events that happen within this time are read together. */
const INTERVAL_MS = 50
const DELIVERIES_KEPT_MS = 7 * 86_400_000

/** The leader turns events into deliveries soon after they happen. The outbox sends them. */
export function startWebhookJobs(platform: TelephonyPlatform, work: BackgroundJobs): void {
  const { clock, database, leadership, follower, log } = platform
  const companies = new Set<number>()
  /** webhooks whose queue is full: further events wait */
  const full = new Set<string>()
  let isNewLeader = false

  /** A webhook that fails does not hold up the others. Returns whether one has failed. */
  async function feed(webhooks: readonly Webhook[]): Promise<boolean> {
    let hasFailed = false
    for (const webhook of webhooks) {
      try {
        if (await feedWebhook(platform, webhook)) full.delete(webhook.id)
        else full.add(webhook.id)
      } catch (error) {
        log.warn({ err: error, webhook: webhook.id }, 'the events for a webhook could not be read')
        companies.add(webhook.company_id)
        hasFailed = true
      }
    }
    return hasFailed
  }

  const wake = work.onWake(INTERVAL_MS, 'feeding webhooks', async () => {
    // Events from while there was no leader.
    const isFirst = isNewLeader
    let hasFailed = isFirst && (await feed(await listEnabledWebhooks(database.read)))
    if (isFirst) isNewLeader = false
    for (const companyId of [...companies]) {
      companies.delete(companyId)
      if (await feed(await listEnabledWebhooks(database.read, companyId))) hasFailed = true
    }
    if (hasFailed) throw new Error('some webhooks got no events')
  })
  const wakeFor = (companyId: number) => {
    companies.add(companyId)
    wake()
  }
  leadership.whileLeader(
    () => {
      isNewLeader = true
      wake()
    },
    () => companies.clear(),
  )
  follower.listen((event) => {
    if (leadership.isLeader && concernsWebhooks(event)) wakeFor(event.tenant)
  })
  follower.onSkip(wakeFor)
  handleWebhooks(platform, ({ company_id: companyId, id }) => {
    if (full.has(id)) wakeFor(companyId)
  })
  work.onLeader(3_600_000, 'deleting old webhook deliveries', () =>
    database.write(0, { work: ({ db }) => deleteDoneBefore(db, clock.now() - DELIVERIES_KEPT_MS) }),
  )
}

function concernsWebhooks({ type, audience, payload }: TelephonyEvent): boolean {
  if (type === 'changed') return payload.kind === 'webhook'
  return audience.to !== 'nobody'
}
