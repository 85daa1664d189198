import { normalizeNumber } from '../../normalize-number.ts'
import type { CarrierEvent, CarrierStatus } from './carrier.ts'

/** What is wrong with a carrier's webhook request. */
export class CarrierWebhookComplaint extends Error {
  /** undefined if it is not an object */
  readonly field: string | undefined

  constructor(message: string, field?: string) {
    super(message)
    this.field = field
  }
}

const statuses: readonly CarrierStatus[] = ['sent', 'delivered', 'undelivered', 'failed']
const MAX_LETTERS = 16_000

/** Reads `text.received` and `text.status`, or throws CarrierWebhookComplaint. */
export function readCarrierWebhook(body: unknown): CarrierEvent {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new CarrierWebhookComplaint('The body must be a JSON object')
  const fields = body as Fields
  if (fields.type === 'text.received') return readText(fields)
  if (fields.type === 'text.status') return readStatus(fields)
  throw new CarrierWebhookComplaint("type must be 'text.received' or 'text.status'", 'type')
}

type Fields = Readonly<Record<string, unknown>>

function readText(fields: Fields): CarrierEvent {
  const sender = readString(fields, 'from', 40)
  const to = normalizeNumber(readString(fields, 'to', 40))
  if (to === undefined) throw new CarrierWebhookComplaint('to must be a phone number', 'to')
  return {
    kind: 'text',
    carrierId: readString(fields, 'id', 200),
    // Short codes and alphanumeric senders send texts, too.
    from: normalizeNumber(sender) ?? sender,
    to,
    text: readString(fields, 'text', MAX_LETTERS, 0),
  }
}

function readStatus(fields: Fields): CarrierEvent {
  const status = statuses.find((known) => known === fields.status)
  if (!status) throw new CarrierWebhookComplaint(`status must be one of ${statuses.join(', ')}`, 'status')
  return {
    kind: 'receipt',
    carrierId: readString(fields, 'id', 200),
    status,
    errorCode: readOptional(fields, 'error_code', 100),
    errorMessage: readOptional(fields, 'error_message', 1000),
  }
}

function readString(fields: Fields, name: string, most: number, least = 1): string {
  const value = fields[name]
  // A zero character cannot be stored in PostgreSQL.
  if (typeof value !== 'string' || value.length < least || value.length > most || value.includes('\0'))
    throw new CarrierWebhookComplaint(`${name} must be a string of ${least} to ${most} characters`, name)
  return value
}

/** Carriers write codes as numbers too. */
function readOptional(fields: Fields, name: string, most: number): string | null {
  const value = fields[name]
  if (value === undefined || value === null) return null
  if (Number.isSafeInteger(value)) return String(value)
  return readString(fields, name, most)
}
