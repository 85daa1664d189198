import { badRequest } from '../../chat-error.ts'
import type { SubscriptionsTable } from './subscriptions-table.ts'

/** What of a subscription its owner can set, by its name on the wire. */
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
  /** what clients are told, by property */
  told: [property: string, value: string | boolean][]
}

export function checkPropertyName(property: string): void {
  if (property === 'color' || property === 'in_home_view' || Object.hasOwn(flags, property)) return
  throw badRequest(`Unknown subscription property: ${property}`)
}

export function readPropertyChange(property: string, value: unknown): PropertyChange {
  checkPropertyName(property)
  if (property === 'color') {
    const color = readColor(value)
    return { columns: { color }, told: [['color', color]] }
  }
  if (typeof value !== 'boolean') throw badRequest(`${property} is not a boolean`)
  if (property === 'in_home_view' || property === 'is_muted') {
    // The older name says the opposite; clients know one or the other.
    const isMuted = property === 'is_muted' ? value : !value
    return {
      columns: { is_muted: isMuted ? 1 : 0 },
      told: [
        ['in_home_view', !isMuted],
        ['is_muted', isMuted],
      ],
    }
  }
  return {
    columns: { [flags[property as keyof typeof flags]]: value ? 1 : 0 },
    told: [[property, value]],
  }
}

function readColor(value: unknown): string {
  if (typeof value !== 'string') throw badRequest('color is not a string')
  if (/^#[0-9a-f]{6}$/i.test(value)) return value.toLowerCase()
  if (/^#[0-9a-f]{3}$/i.test(value)) return value.toLowerCase().replace(/[0-9a-f]/g, '$&$&')
  throw badRequest('color is not a valid hex color code')
}
