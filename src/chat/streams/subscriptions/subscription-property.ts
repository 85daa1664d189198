import { badRequest } from '../../chat-error.ts'
import type { SubscriptionsTable } from './subscriptions-table.ts'

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

export interface PropertyChange {
  columns: Partial<SubscriptionsTable>
  /** the changes to announce to clients, by property */
  announced: [property: string, value: string | boolean][]
}

export function checkPropertyName(property: string): void {
  if (property === 'color' || property === 'in_home_view' || Object.hasOwn(flags, property)) return
  throw badRequest(`Unknown subscription property: ${property}`)
}

export function readPropertyChange(property: string, value: unknown): PropertyChange {
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
