import { bullets, code, lines, time } from '../../webhook-texts/markdown-parts.ts'
import { plain } from '../../webhook-texts/plain-text.ts'
import type { Translate } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { forCustomer, objectLink, testMode } from './stripe-object.ts'
import { topicOf } from './stripe-payments.ts'

export const translateCustomer =
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

export const translateSubscription =
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
