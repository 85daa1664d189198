import type { Pdu } from 'smpp'
import type { CarrierStatus } from '../carrier.ts'
import { printable } from './read-delivery.ts'

export interface PartReceipt {
  /** the SMSC's id from the submit response */
  readonly partId: string
  readonly status: CarrierStatus
  readonly errorCode: string | null
  readonly errorMessage: string | null
}

const TYPE_BITS = 0x3c
const RECEIPT = 0x04
const INTERMEDIATE = 0x20

/** By the value of `message_state`. */
const states = [
  'SCHEDULED',
  'ENROUTE',
  'DELIVRD',
  'EXPIRED',
  'DELETED',
  'UNDELIV',
  'ACCEPTD',
  'UNKNOWN',
  'REJECTD',
  'SKIPPED',
]

/** Other states are not final. */
const statuses: Readonly<Record<string, CarrierStatus>> = {
  DELIVRD: 'delivered',
  EXPIRED: 'undelivered',
  DELETED: 'undelivered',
  UNDELIV: 'undelivered',
  SKIPPED: 'undelivered',
  REJECTD: 'failed',
}

/** Some SMSCs do not set the message class, but only receipts have a state. */
export function isReceipt(pdu: Pdu): boolean {
  const type = (pdu.esm_class ?? 0) & TYPE_BITS
  if (type === RECEIPT || type === INTERMEDIATE) return true
  return pdu.receipted_message_id !== undefined && pdu.message_state !== undefined
}

/** Options take precedence over the text, whose format differs between SMSCs. undefined without an id. */
export function readReceipt(pdu: Pdu): PartReceipt | undefined {
  const short = pdu.short_message ?? Buffer.alloc(0)
  const text = (short.length > 0 ? short : (pdu.message_payload ?? short)).toString('latin1')
  const field = (name: keyof typeof fields) => fields[name].exec(text)?.[1]
  const partId = printable(pdu.receipted_message_id) ?? field('id')
  if (partId === undefined) return undefined
  const state = states[pdu.message_state ?? -1] ?? field('stat')?.toUpperCase() ?? 'UNKNOWN'
  const status = statuses[state] ?? 'sent'
  const isFailure = status === 'undelivered' || status === 'failed'
  return {
    partId,
    status,
    errorCode: isFailure ? (errorOf(field('err')) ?? networkError(pdu) ?? state) : null,
    errorMessage: isFailure ? `The carrier reports ${state}` : null,
  }
}

const fields = { id: /\bid:\s*(\S+)/i, stat: /\bstat:\s*(\S+)/i, err: /\berr:\s*(\S+)/i }

const errorOf = (text: string | undefined) => (text === undefined || /^0*$/.test(text) ? undefined : text)

/** One byte for the network type, two for its error code. */
function networkError(pdu: Pdu): string | undefined {
  const bytes = pdu.network_error_code
  return bytes?.length === 3 ? errorOf(String(bytes.readUInt16BE(1))) : undefined
}
