import type { WebhookDeliveriesTable, WebhooksTable } from './webhook-tables.ts'

export const ALL_EVENTS = '*'
/** Announced only to one webhook, by whoever tries it out. */
export const TEST_EVENT = 'webhook.test'

/** Where a company wants to be told of its events. */
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
