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
  /** why the server has disabled it; '' if it has not */
  disabled_reason: string
  secret_sealed: string
  /** also signs for a while after a rotation */
  old_secret_sealed: string | null
  old_secret_until: number | null
  /** events of the log up to this position have been turned into deliveries, or are irrelevant */
  cursor: number
  /** since when nothing has been accepted; null if the last attempt succeeded */
  failing_since: number | null
  created_at: number
  updated_at: number
}

export interface WebhookDeliveriesTable {
  company_id: number
  webhook_id: string
  /** counts up in the order of the events */
  number: number
  /** the id that the receiver sees, the same for every attempt */
  id: string
  /** the position in the log; null for a test delivery */
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
  /** the beginning of the response */
  response_body: string
  error: string
  delivered_at: number | null
  created_at: number
}
