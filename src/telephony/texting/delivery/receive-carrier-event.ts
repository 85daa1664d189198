import type { Telephony } from '../../telephony.ts'
import type { CarrierEvent } from '../carriers/carrier.ts'
import { receiveReceipt } from './receive-receipt.ts'
import { receiveText } from './receive-text.ts'

/** Stores what the carrier tells; whether anybody here was meant. What is told again changes nothing. */
export function receiveCarrierEvent(telephony: Telephony, event: CarrierEvent): Promise<boolean> {
  return event.kind === 'text' ? receiveText(telephony, event) : receiveReceipt(telephony, event)
}
