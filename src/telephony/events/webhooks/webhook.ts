import type { WebhookDeliveriesTable, WebhooksTable } from './webhook-tables.ts'

export const ALL_EVENTS = '*'
/** The event of a test delivery, sent to one webhook only. */
export const TEST_EVENT = 'webhook.test'

/** An address that receives the events of a company. */
export interface Webhook extends Omit<WebhooksTable, 'events'> {
  events: readonly string[]
}

export const webhookOf = (row: WebhooksTable): Webhook => ({ ...row, events: JSON.parse(row.events) })

export const wantsEvent = ({ events }: Webhook, type: string) =>
  events.includes(ALL_EVENTS) || events.includes(type)

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export interface WebhookDelivery extends WebhookDeliveriesTable {
  status: DeliveryStatus
}

/** What is sent: the same bytes for every attempt. */
export const deliveryBody = (type: string, timestamp: string, data: unknown) =>
  JSON.stringify({ type, timestamp, data })
