import { type Static, Type } from '@sinclair/typebox'
import type { UserSettings } from '../../identity/users/user-settings.ts'
import type { Stream } from '../stream.ts'
import { streamFields, viewStream } from '../stream-events.ts'
import type { SubscriptionsTable } from './subscriptions-table.ts'

const settingFields = {
  color: Type.String({ pattern: '^#[0-9a-f]{6}$' }),
  in_home_view: Type.Boolean({ description: 'False: the stream is muted.' }),
  is_muted: Type.Boolean(),
  pin_to_top: Type.Boolean(),
  desktop_notifications: Type.Boolean(),
  audible_notifications: Type.Boolean(),
  push_notifications: Type.Boolean(),
  email_notifications: Type.Boolean(),
  wildcard_mentions_notify: Type.Boolean(),
  email_address: Type.String(),
}

export const SubscriptionSchema = Type.Object(
  {
    ...streamFields,
    ...settingFields,
    subscribers: Type.Optional(
      Type.Array(Type.String(), { description: 'Email addresses; only when include_subscribers is true.' }),
    ),
  },
  { additionalProperties: false },
)

export type SubscriptionView = Omit<Static<typeof SubscriptionSchema>, 'subscribers'>

/** Settings that are null for the stream come from the user's own settings. */
export function viewSubscription(
  stream: Stream,
  row: SubscriptionsTable,
  settings: UserSettings,
  publicUrl: string,
): SubscriptionView {
  const either = (own: number | null, general: boolean) => (own === null ? general : own === 1)
  const { is_default: _isDefault, ...streamView } = viewStream(stream)
  return {
    ...streamView,
    color: row.color,
    in_home_view: row.is_muted === 0,
    is_muted: row.is_muted === 1,
    pin_to_top: row.pin_to_top === 1,
    desktop_notifications: either(row.desktop_notifications, settings.enable_stream_desktop_notifications),
    audible_notifications: either(row.audible_notifications, settings.enable_stream_audible_notifications),
    push_notifications: either(row.push_notifications, settings.enable_stream_push_notifications),
    email_notifications: either(row.email_notifications, settings.enable_stream_email_notifications),
    wildcard_mentions_notify: either(row.wildcard_mentions_notify, settings.wildcard_mentions_notify),
    email_address: streamEmailAddress(stream, publicUrl),
  }
}

export function streamEmailAddress(stream: Stream, publicUrl: string): string {
  const slug = stream.name_key.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '')
  return `${slug || 'stream'}.${stream.email_token}@${new URL(publicUrl).hostname}`
}
