import { lines, quotePlain } from '../../webhook-texts/markdown-parts.ts'
import { plain } from '../../webhook-texts/plain-text.ts'
import type { Translate } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { amountOf, customerOf, forCustomer, objectLink, testMode } from './stripe-object.ts'

/** One topic for each customer; objects without a customer have a topic for their kind. */
export function topicOf(object: Payload, kind: string): string {
  const customer = customerOf(object)
  return customer === undefined ? kind : `Customer ${customer}`
}

/** An object with an amount, and its outcome. */
export const translateMoney =
  (kind: string, mark: string, verb: string, amountKey = 'amount'): Translate =>
  (event) => {
    const object = event.object('data.object')
    const thing = objectLink(kind, object.text('id'), event)
    return {
      topic: topicOf(object, `${kind}s`),
      content: lines(
        `${mark} ${thing} of ${amountOf(object, amountKey)}${forCustomer(object, event)} ${verb}${testMode(event)}`,
        quotePlain(reason(object)),
      ),
    }
  }

/** The reason of a failure, if Stripe gives one: each kind of object has its own field for it. */
const reason = (object: Payload) =>
  object.optionalText('failure_message') ?? object.optionalText('last_payment_error.message')

export const translateDispute =
  (mark: string, verb: string): Translate =>
  (event) => {
    const dispute = event.object('data.object')
    const status = dispute.optionalText('status')?.replaceAll('_', ' ')
    return {
      topic: 'Disputes',
      content: `${mark} ${objectLink('Dispute', dispute.text('id'), event)} about ${amountOf(dispute, 'amount')} ${verb}: ${plain(dispute.text('reason').replaceAll('_', ' '))}${status === undefined ? '' : `, ${plain(status)}`}${testMode(event)}`,
    }
  }

export const translateCheckout: Translate = (event) => {
  const session = event.object('data.object')
  const email = session.optionalText('customer_details.email')
  const total = session.has('amount_total') ? ` of ${amountOf(session, 'amount_total')}` : ''
  return {
    topic: topicOf(session, 'Checkouts'),
    content: `🛒 Checkout${total}${email === undefined ? forCustomer(session, event) : ` by ${plain(email)}`} was completed${testMode(event)}`,
  }
}
