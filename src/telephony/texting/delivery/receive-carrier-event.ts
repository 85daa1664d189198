import type { Identity } from '../../identity/identity.ts'
import type { CarrierEvent } from '../carriers/carrier.ts'
import { receiveReceipt } from './receive-receipt.ts'
import { receiveText } from './receive-text.ts'

/** Stores what the carrier tells; whether anybody here was meant. What is told again changes nothing. */
export function receiveCarrierEvent(identity: Identity, event: CarrierEvent): Promise<boolean> {
  return event.kind === 'text' ? receiveText(identity, event) : receiveReceipt(identity, event)
}
