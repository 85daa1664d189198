import { badRequest } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { accessStreamById } from '../stream-access.ts'
import { subscriptionUpdated } from './subscription-events.ts'
import { isSubscribed, updateSubscription } from './subscription-store.ts'
import type { SubscriptionsTable } from './subscriptions-table.ts'

export interface WantedProperty {
  stream_id: number
  property: string
  value: unknown
}

/** Changes all of them, or none. */
export function changeSubscriptionProperties(
  chat: ChatPlatform,
  actor: Actor,
  wanted: readonly WantedProperty[],
): Promise<void> {
  const { realm, user } = actor
  return chat.transact(realm.id, async (transaction) => {
    const { db } = transaction
    for (const { stream_id: streamId, property, value } of wanted) {
      checkPropertyName(property)
      const stream = await accessStreamById(db, actor, streamId)
      if (!stream) throw badRequest('Invalid stream id')
      if (!(await isSubscribed(db, realm.id, user.id, streamId))) {
        throw badRequest(`Not subscribed to stream id ${streamId}`)
      }
      const { columns, announced } = readPropertyChange(property, value)
      await updateSubscription(db, realm.id, user.id, streamId, columns)
      for (const [name, is] of announced) transaction.announce(subscriptionUpdated(user, stream, name, is))
    }
  })
}

/** The settings of a subscription that its owner can change, by their names in the API. */
const flags = {
  is_muted: 'is_muted',
  pin_to_top: 'pin_to_top',
  desktop_notifications: 'desktop_notifications',
  audible_notifications: 'audible_notifications',
  push_notifications: 'push_notifications',
  email_notifications: 'email_notifications',
  wildcard_mentions_notify: 'wildcard_mentions_notify',
} as const satisfies Record<string, keyof SubscriptionsTable>

interface PropertyChange {
  columns: Partial<SubscriptionsTable>
  /** the changes to announce to clients, by property */
  announced: [property: string, value: string | boolean][]
}

function checkPropertyName(property: string): void {
  if (property === 'color' || property === 'in_home_view' || Object.hasOwn(flags, property)) return
  throw badRequest(`Unknown subscription property: ${property}`)
}

function readPropertyChange(property: string, value: unknown): PropertyChange {
  checkPropertyName(property)
  if (property === 'color') {
    const color = readColor(value)
    return { columns: { color }, announced: [['color', color]] }
  }
  if (typeof value !== 'boolean') throw badRequest(`${property} is not a boolean`)
  if (property === 'in_home_view' || property === 'is_muted') {
    // The older name has the opposite meaning. Each client knows one of the two.
    const isMuted = property === 'is_muted' ? value : !value
    return {
      columns: { is_muted: isMuted ? 1 : 0 },
      announced: [
        ['in_home_view', !isMuted],
        ['is_muted', isMuted],
      ],
    }
  }
  return {
    columns: { [flags[property as keyof typeof flags]]: value ? 1 : 0 },
    announced: [[property, value]],
  }
}

function readColor(value: unknown): string {
  if (typeof value !== 'string') throw badRequest('color is not a string')
  if (/^#[0-9a-f]{6}$/i.test(value)) return value.toLowerCase()
  if (/^#[0-9a-f]{3}$/i.test(value)) return value.toLowerCase().replace(/[0-9a-f]/g, '$&$&')
  throw badRequest('color is not a valid hex color code')
}
