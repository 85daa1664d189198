declare module '../../telephony-tables.ts' {
  interface TelephonyTables {
    webhooks: WebhooksTable
    webhook_deliveries: WebhookDeliveriesTable
  }
}

export interface WebhooksTable {
  company_id: number
  id: string
  url: string
  /** JSON: names of events, or '*' for all */
  events: string
  description: string
  enabled: number
  /** why the server has disabled it; '': it has not */
  disabled_reason: string
  secret_sealed: string
  /** signs beside the new one for a while after a rotation */
  old_secret_sealed: string | null
  old_secret_until: number | null
  /** the events of the log up to here have become deliveries, or are not for this webhook */
  cursor: number
  /** since when nothing has been accepted; null: the last call was */
  failing_since: number | null
  /** the process that is sending; nobody else does until then */
  lease_holder: string
  lease_until: number
  created_at: number
  updated_at: number
}

export interface WebhookDeliveriesTable {
  company_id: number
  webhook_id: string
  /** counts up in the order of the events */
  number: number
  /** what the receiver knows it by, the same for every attempt */
  id: string
  /** the position in the log; null: it is no event of the company, but a test */
  event_id: number | null
  type: string
  /** JSON, as it is sent */
  body: string
  status: string
  attempts: number
  /** null: there is none */
  next_attempt_at: number | null
  last_attempt_at: number | null
  response_status: number | null
  /** the beginning of it */
  response_body: string
  error: string
  delivered_at: number | null
  created_at: number
}
