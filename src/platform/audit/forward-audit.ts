import type { Clock } from '../clock.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { OutboxWriter } from '../outbox/outbox-writer.ts'
import { postWebhook } from '../outgoing/post-webhook.ts'
import { signWebhook } from '../secrets/webhook-signature.ts'
import { MAX_DATAGRAM_BYTES, sendSyslog, syslogLine } from './send-syslog.ts'

declare module '../database/outbox-table.ts' {
  interface OutboxPayloads {
    audit_forward: { to: AuditDestination; id: number }
  }
}

export type AuditDestination = 'syslog' | 'webhook'

/** Where the operator wants the entries of the audit logs. */
export interface AuditForwarding {
  /** `udp://`, `tcp://` or `tls://` */
  readonly syslogUrl: string | undefined
  readonly webhookUrl: string | undefined
  /** `whsec_...` */
  readonly webhookSecret: string | undefined
}

/** An entry for somebody who gets those of all organizations and of both products. */
export interface ForwardedEntry {
  product: 'chat' | 'phones'
  /** the organization, by its host or name */
  organization: string
  id: number
  /** ISO 8601 */
  at: string
  action: string
  subject: { kind: string; id: string | null }
  before: object | null
  after: object | null
  [more: string]: unknown
}

export const auditDestinations = ({ syslogUrl, webhookUrl }: AuditForwarding): AuditDestination[] => [
  ...(syslogUrl ? (['syslog'] as const) : []),
  ...(webhookUrl ? (['webhook'] as const) : []),
]

/** Part of the transaction that writes the entry. Each organization has one lane for each destination. */
export async function queueForwards(
  outbox: OutboxWriter,
  destinations: readonly AuditDestination[],
  id: number,
): Promise<void> {
  for (const to of destinations) await outbox.add('audit_forward', { lane: to, payload: { to, id } })
}

const CONCURRENCY = 4
/** Nothing overtakes: the receiver gets the entries in their order. */
const NEVER_OVERTAKEN = 1_000_000_000
const PAUSES_MS = [1_000, 5_000, 15_000]
const MAX_PAUSE_MS = 60_000
const KEPT_BYTES = 1024

interface Forwarding {
  outbox: Outbox
  clock: Clock
  config: { readonly audit: AuditForwarding; readonly publicUrl: string }
}

/**
 * Sends entries in order, and repeats what the receiver has not accepted until it does. `load`: undefined: the entry has
 * become too old meanwhile.
 */
export function handleAuditForwards(
  { outbox, clock, config: { audit, publicUrl } }: Forwarding,
  load: (tenant: number, id: number) => Promise<ForwardedEntry | undefined>,
): void {
  outbox.handle('audit_forward', {
    concurrency: CONCURRENCY,
    blocksFor: NEVER_OVERTAKEN,
    isAbandonable: true,
    retriesAtStart: true,
    retryAfter: (attempts) => PAUSES_MS[attempts - 1] ?? MAX_PAUSE_MS,
    async attempt({ tenant, payload: { to, id } }) {
      const entry = await load(tenant, id)
      if (!entry) return
      if (to === 'syslog' && audit.syslogUrl) await toSyslog(audit.syslogUrl, publicUrl, entry)
      if (to === 'webhook' && audit.webhookUrl) await toWebhook(audit, tenant, entry, clock.now())
    },
  })
}

function toSyslog(url: string, publicUrl: string, entry: ForwardedEntry): Promise<void> {
  const lineOf = (shown: ForwardedEntry) =>
    syslogLine({
      at: entry.at,
      host: new URL(publicUrl).hostname,
      id: entry.action,
      text: JSON.stringify(shown),
    })
  const line = lineOf(entry)
  const isTooLong = url.startsWith('udp:') && Buffer.byteLength(line) > MAX_DATAGRAM_BYTES
  return sendSyslog(
    url,
    isTooLong ? lineOf({ ...entry, before: null, after: null, is_shortened: true }) : line,
  )
}

async function toWebhook(
  { webhookUrl, webhookSecret }: AuditForwarding,
  tenant: number,
  entry: ForwardedEntry,
  now: number,
): Promise<void> {
  const body = JSON.stringify(entry)
  const signature = signWebhook(`audit_${entry.product}_${tenant}_${entry.id}`, body, webhookSecret!, now)
  const { status, error } = await postWebhook(
    webhookUrl!,
    body,
    { ...signature },
    // The operator has chosen the address.
    { toPrivateNetworks: true, keptBytes: KEPT_BYTES },
  )
  if (status === null) throw new Error(`the webhook of the audit log: ${error}`)
  if (status < 200 || status >= 300) throw new Error(`the webhook of the audit log returned ${status}`)
}
