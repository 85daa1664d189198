import type { Identity } from '../../identity/identity.ts'
import type { CarrierEvent } from '../carriers/carrier.ts'
import { receiveReceipt } from './receive-receipt.ts'
import { receiveText } from './receive-text.ts'

/** Stores an event of the carrier. Returns whether the recipient is known here. Idempotent. */
export function receiveCarrierEvent(identity: Identity, event: CarrierEvent): Promise<boolean> {
  return event.kind === 'text' ? receiveText(identity, event) : receiveReceipt(identity, event)
}
