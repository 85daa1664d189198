import { encodeUrlComponent } from '../../../markdown/is-safe-url.ts'
import type { Integration, Translate } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { headerOf, hmacSignature, type SignedRequest } from '../signatures/signature.ts'
import { lookUp } from '../texts/look-up.ts'
import { bullets, code, lines, link, quotePlain, time } from '../texts/markdown-parts.ts'
import { plain } from '../texts/plain-text.ts'
import { translateByEvent } from '../translate-by-event.ts'

// Stripe uses the smallest unit of a currency; these have no decimals, or three. Its list differs from ISO 4217: for
// ISK and UGX it uses hundredths that do not exist.
const zeroDecimals = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '))

const threeDecimals = new Set('bhd jod kwd omr tnd'.split(' '))

/** Dashboard pages, by id prefix. */
const pages: Record<string, string> = {
  ch: 'payments',
  py: 'payments',
  pi: 'payments',
  cus: 'customers',
  sub: 'subscriptions',
  in: 'invoices',
  po: 'payouts',
  dp: 'disputes',
  du: 'disputes',
  prod: 'products',
  plink: 'payment-links',
}

/** Appended to sentences about test data. */
const testMode = (event: Payload) => (event.flag('livemode') ? '' : ' (test mode)')

const amountOf = (object: Payload, key: string) =>
  `**${plain(formatAmount(object.number(key), object.text('currency')))}**`

/** An object with an amount, and its outcome. */
const translateMoney =
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

const translateDispute =
  (mark: string, verb: string): Translate =>
  (event) => {
    const dispute = event.object('data.object')
    const status = dispute.optionalText('status')?.replaceAll('_', ' ')
    return {
      topic: 'Disputes',
      content: `${mark} ${objectLink('Dispute', dispute.text('id'), event)} about ${amountOf(dispute, 'amount')} ${verb}: ${plain(dispute.text('reason').replaceAll('_', ' '))}${status === undefined ? '' : `, ${plain(status)}`}${testMode(event)}`,
    }
  }

const translateCheckout: Translate = (event) => {
  const session = event.object('data.object')
  const email = session.optionalText('customer_details.email')
  const total = session.has('amount_total') ? ` of ${amountOf(session, 'amount_total')}` : ''
  return {
    topic: topicOf(session, 'Checkouts'),
    content: `🛒 Checkout${total}${email === undefined ? forCustomer(session, event) : ` by ${plain(email)}`} was completed${testMode(event)}`,
  }
}

const translateCustomer =
  (verb: string): Translate =>
  (event) => {
    const customer = event.object('data.object')
    const id = customer.text('id')
    const name = customer.optionalText('name') ?? customer.optionalText('email') ?? id
    return {
      topic: `Customer ${id}`,
      content: lines(
        `👤 Customer ${objectLink(name, id, event)} was ${verb}${testMode(event)}`,
        verb === 'updated' ? changes(event) : undefined,
      ),
    }
  }

const translateSubscription =
  (verb: string): Translate =>
  (event) => {
    const subscription = event.object('data.object')
    const status = subscription.text('status').replaceAll('_', ' ')
    const end = subscription.optionalNumber('trial_end')
    const trial = verb === 'will end its trial soon' && end !== undefined ? ` (${time(end)})` : ''
    return {
      topic: topicOf(subscription, 'Subscriptions'),
      content: lines(
        `🔁 ${objectLink('Subscription', subscription.text('id'), event)}${forCustomer(subscription, event)} ${verb}${trial}; it is ${plain(status)}${testMode(event)}`,
        verb === 'was updated' ? changes(event) : undefined,
      ),
    }
  }

export const stripe: Integration = {
  name: 'stripe',
  displayName: 'Stripe',
  summary: 'Payments, refunds, disputes, invoices, subscriptions, customers and payouts.',
  setup: [
    'In the Stripe dashboard, open **Developers**, then **Webhooks**, and add an endpoint.',
    'As **Endpoint URL**, enter this address:\n\n```\nADDRESS\n```',
    'Choose from the events listed below; others are refused. Test mode has its own webhooks, and their messages say so.',
  ],
  excludeExample: ['customer.*', 'invoice.created'],
  signature: hmacSignature({
    header: 'Stripe-Signature',
    prefix: 'v1=',
    secret: 'the **Signing secret** on the page of the endpoint',
    signed: (request) => `${stripeTime(request)}.${request.body}`,
    signedAt: (request) => Number(stripeTime(request) || Number.NaN) * 1000,
  }),
  options: ['only_events', 'exclude_events'],
  ...translateByEvent({
    displayName: 'Stripe',
    eventOf: (payload) => payload.text('type'),
    translations: {
      'charge.succeeded': translateMoney('Charge', '💰', 'succeeded'),
      'charge.failed': translateMoney('Charge', '❌', 'failed'),
      'charge.captured': translateMoney('Charge', '💰', 'was captured', 'amount_captured'),
      'charge.expired': translateMoney('Charge', '⌛', 'expired'),
      'charge.refunded': translateMoney('Refund', '↩️', 'was made', 'amount_refunded'),
      'charge.dispute.created': translateDispute('⚠️', 'was opened'),
      'charge.dispute.updated': translateDispute('⚠️', 'was updated'),
      'charge.dispute.closed': translateDispute('⚖️', 'was closed'),
      'checkout.session.completed': translateCheckout,
      'customer.created': translateCustomer('created'),
      'customer.updated': translateCustomer('updated'),
      'customer.deleted': translateCustomer('deleted'),
      'customer.subscription.created': translateSubscription('was created'),
      'customer.subscription.updated': translateSubscription('was updated'),
      'customer.subscription.deleted': translateSubscription('was canceled'),
      'customer.subscription.paused': translateSubscription('was paused'),
      'customer.subscription.resumed': translateSubscription('was resumed'),
      'customer.subscription.trial_will_end': translateSubscription('will end its trial soon'),
      'invoice.created': translateMoney('Invoice', '🧾', 'was created', 'amount_due'),
      'invoice.finalized': translateMoney('Invoice', '🧾', 'was finalized', 'amount_due'),
      'invoice.sent': translateMoney('Invoice', '🧾', 'was sent', 'amount_due'),
      'invoice.paid': translateMoney('Invoice', '✅', 'was paid', 'amount_paid'),
      'invoice.payment_succeeded': translateMoney('Invoice', '✅', 'was paid', 'amount_paid'),
      'invoice.payment_failed': translateMoney('Invoice', '❌', 'could not be collected', 'amount_due'),
      'invoice.voided': translateMoney('Invoice', '🚫', 'was voided', 'amount_due'),
      'payment_intent.succeeded': translateMoney('Payment', '💰', 'succeeded'),
      'payment_intent.payment_failed': translateMoney('Payment', '❌', 'failed'),
      'payment_intent.canceled': translateMoney('Payment', '🚫', 'was canceled'),
      'payout.created': translateMoney('Payout', '🏦', 'was created'),
      'payout.paid': translateMoney('Payout', '🏦', 'has arrived'),
      'payout.failed': translateMoney('Payout', '❌', 'failed'),
      'payout.canceled': translateMoney('Payout', '🚫', 'was canceled'),
    },
  }),
  fixtures: async () => (await import('./stripe-fixtures.ts')).stripeFixtures,
}

/** The changed fields, with values that fit on a line. */
function changes(event: Payload): string {
  const before = event.labels('data.previous_attributes')
  const after = event.labels('data.object')
  const names = Object.keys(event.optionalObject('data.previous_attributes')?.value ?? {})
  return bullets(
    names,
    (name) => {
      const [old, now] = [before.get(name), after.get(name)]
      if (old === undefined && now === undefined) return `${code(name)} was changed`
      return `${code(name)}: ${plain(old ?? 'nothing', 100)} → ${plain(now ?? 'nothing', 100)}`
    },
    { limit: 10 },
  )
}

/** One topic for each customer; objects without a customer have a topic for their kind. */
function topicOf(object: Payload, kind: string): string {
  const customer = customerOf(object)
  return customer === undefined ? kind : `Customer ${customer}`
}

/** `[Invoice](https://dashboard.stripe.com/test/invoices/in_1)` */
function objectLink(text: string, id: string, event: Payload): string {
  const page = lookUp(pages, id.split('_', 1)[0] ?? '')
  const mode = event.flag('livemode') ? '' : 'test/'
  return link(
    text,
    page === undefined
      ? undefined
      : `https://dashboard.stripe.com/${mode}${page}/${encodeUrlComponent(id.slice(0, 200))}`,
  )
}

/** ` for [cus_1](…)`, if the object has a customer. */
function forCustomer(object: Payload, event: Payload): string {
  const customer = customerOf(object)
  return customer === undefined ? '' : ` for ${objectLink(customer, customer, event)}`
}

/** Usually an id; the whole customer if the webhook expands it. */
function customerOf(object: Payload): string | undefined {
  const { customer } = object.value as { customer?: unknown }
  return object.optionalText(typeof customer === 'object' ? 'customer.id' : 'customer')
}

/** `1,234.50 EUR` */
export function formatAmount(amount: number, currency: string): string {
  const code = currency.toLowerCase()
  const decimals = zeroDecimals.has(code) ? 0 : threeDecimals.has(code) ? 3 : 2
  const number = (amount / 10 ** decimals).toLocaleString('en-US', {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  return `${number} ${code.slice(0, 3).toUpperCase()}`
}

/** When it was signed, in seconds: the part `t` of the header. */
function stripeTime(request: SignedRequest): string {
  const parts = headerOf(request, 'Stripe-Signature').split(',', 10)
  return parts.find((part) => part.startsWith('t='))?.slice(2) ?? ''
}
