import { expect, it, test } from 'vitest'
import { type FixtureChange, translated } from '../../../../../test/harness/webhook-fixtures.ts'
import { formatAmount, stripe } from './translate-stripe.ts'

const content = (name: string, change: FixtureChange = {}) => translated(stripe, name, change)?.content
const page = 'https://dashboard.stripe.com'
const customer = `[cus_NhD8HD2bY8dP3V](${page}/customers/cus_NhD8HD2bY8dP3V)`

test.each([
  [4999, 'eur', '49.99 EUR'],
  [123450, 'USD', '1,234.50 USD'],
  [125000, 'jpy', '125,000 JPY'],
  [5, 'krw', '5 KRW'],
  [12345, 'kwd', '12.345 KWD'],
  [500, 'isk', '5.00 ISK'],
  [-250, 'gbp', '-2.50 GBP'],
  [0, 'chf', '0.00 CHF'],
])('%s of %s is %s', (amount, currency, text) => expect(formatAmount(amount, currency)).toBe(text))

it('a charge names its amount and customer, and a refund is called so', () => {
  expect(translated(stripe, 'charge-succeeded')).toEqual({
    topic: 'Customer cus_NhD8HD2bY8dP3V',
    content: `💰 [Charge](${page}/payments/ch_3Mmlm2LkdIwHu7ix) of **49.99 EUR** for ${customer} succeeded`,
  })
  expect(content('charge-refunded')).toContain('[Refund](')
})

it('test mode is said, and linked', () => {
  const text = content('charge-failed')
  expect(text).toContain(`[Charge](${page}/test/payments/ch_3Mmlm2LkdIwHu7ix)`)
  expect(text).toMatch(/ failed \(test mode\)\n> Your card was declined\.$/)
})

it('what is nobody’s is under its kind', () => {
  expect(translated(stripe, 'payment-intent-succeeded')).toEqual({
    topic: 'Payments',
    content: `💰 [Payment](${page}/payments/pi_3MtwBwLkdIwHu7ix) of **125,000 JPY** succeeded`,
  })
  expect(translated(stripe, 'payout-paid')?.topic).toBe('Payouts')
  expect(translated(stripe, 'dispute-created')?.content).toMatch(
    /was opened: product not received, needs response$/,
  )
})

it('a customer that came whole', () => {
  const body = { 'data.object.customer': { id: 'cus_9', object: 'customer' } }
  expect(translated(stripe, 'charge-succeeded', { body })?.topic).toBe('Customer cus_9')
})

it('a checkout names its amount and the buyer', () => {
  expect(content('checkout-completed')).toBe(
    '🛒 Checkout of **21.98 USD** by grace@example.com was completed',
  )
})

it('a customer says what changed', () => {
  expect(content('customer-created')).toBe(
    `👤 Customer [Ada Lovelace](${page}/customers/cus_NhD8HD2bY8dP3V) was created`,
  )
  expect(content('customer-updated')).toMatch(
    /was updated\n\* `email`: ada@example.com → countess@example.com\n\* `metadata` was changed$/,
  )
})

it('a subscription says its state, what changed and when its trial ends', () => {
  expect(content('subscription-created')).toMatch(/was created; it is active$/)
  expect(content('subscription-updated')).toMatch(
    /was updated; it is past due\n\* `status`: active → past_due$/,
  )
  expect(content('subscription-trial-ends')).toContain(
    'will end its trial soon (<time:2026-03-04T10:00:00Z>); it is trialing',
  )
})

it('an invoice says whether it was paid', () => {
  expect(content('invoice-paid')).toBe(
    `✅ [Invoice](${page}/invoices/in_1MtHbELkdIwHu7ix) of **19.99 USD** for ${customer} was paid`,
  )
  expect(content('invoice-payment-failed')).toMatch(/could not be collected$/)
})

it('events can be filtered by their beginning, and unknown ones are refused', () => {
  const options = { exclude_events: ['customer.*'] }
  expect(translated(stripe, 'subscription-created', { options })).toBeUndefined()
  expect(translated(stripe, 'invoice-paid', { options })).toBeDefined()
  expect(() => content('invoice-paid', { body: { type: 'radar.early_fraud_warning.created' } })).toThrow(
    "The 'radar.early_fraud_warning.created' event isn't currently supported by the Stripe webhook",
  )
})
