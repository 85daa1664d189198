import { encodeUrlComponent } from '../../../markdown/encode-url-component.ts'
import { lookUp } from '../../webhook-texts/look-up.ts'
import { link } from '../../webhook-texts/markdown-parts.ts'
import { plain } from '../../webhook-texts/plain-text.ts'
import type { Payload } from '../payload.ts'
import { formatAmount } from './stripe-amount.ts'

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

/** `[Invoice](https://dashboard.stripe.com/test/invoices/in_1)` */
export function objectLink(text: string, id: string, event: Payload): string {
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
export function forCustomer(object: Payload, event: Payload): string {
  const customer = customerOf(object)
  return customer === undefined ? '' : ` for ${objectLink(customer, customer, event)}`
}

/** Usually an id; the whole customer if the webhook expands it. */
export function customerOf(object: Payload): string | undefined {
  const { customer } = object.value as { customer?: unknown }
  return object.optionalText(typeof customer === 'object' ? 'customer.id' : 'customer')
}

/** Appended to sentences about test data. */
export const testMode = (event: Payload) => (event.flag('livemode') ? '' : ' (test mode)')

export const amountOf = (object: Payload, key: string) =>
  `**${plain(formatAmount(object.number(key), object.text('currency')))}**`
