import type { Identity } from '../../identity/identity.ts'
import type { CarrierEvent } from '../carriers/carrier.ts'
import { receiveReceipt } from './receive-receipt.ts'
import { receiveText } from './receive-text.ts'

/**
 * Stores an event of a carrier. Returns whether the recipient is known here. Idempotent. The carrier of a company tells
 * nothing about other companies.
 */
export function receiveCarrierEvent(
  identity: Identity,
  event: CarrierEvent,
  companyId?: number,
): Promise<boolean> {
  return event.kind === 'text' ? receiveText(identity, event, companyId) : receiveReceipt(identity, event)
}
