import { Type } from '@sinclair/typebox'
import { ChatError } from '../chat-error.ts'
import type { ChatPlatform } from '../chat-platform.ts'
import { optional, text } from '../http/parameter.ts'
import { endpointOf } from '../identity/calls/endpoint.ts'

const endpoint = endpointOf<ChatPlatform>()

/** Apps show push notifications as unavailable, and work without them. */
export const pushUnavailable = () =>
  new ChatError(
    'This server sends no push notifications to mobile apps: they need a service of the vendor of the app. Browsers are notified by Web Push.',
    { code: 'PUSH_NOTIFICATIONS_UNAVAILABLE' },
  )

const token = optional(text('The token of the device.'))
const app = optional(text('The id of the app.'))

const unavailable = (method: 'POST' | 'DELETE', path: string, what: string, parameters: object) =>
  endpoint({
    method,
    path,
    summary: `${what} (not available)`,
    description: 'Always an error, PUSH_NOTIFICATIONS_UNAVAILABLE.',
    access: 'change their own account',
    parameters: { ...parameters },
    response: Type.Object({}, { additionalProperties: false }),
    handle: () => Promise.reject(pushUnavailable()),
  })

/** What the mobile apps of the family call, so that they learn that it is not available. */
export const appPushRoutes = [
  unavailable('POST', '/users/me/apns_device_token', 'Add an iOS device', { token, appid: app }),
  unavailable('DELETE', '/users/me/apns_device_token', 'Remove an iOS device', { token }),
  unavailable('POST', '/users/me/android_gcm_reg_id', 'Add an Android device', { token }),
  unavailable('DELETE', '/users/me/android_gcm_reg_id', 'Remove an Android device', { token }),
  unavailable('POST', '/mobile_push/test_notification', 'Send a test notification to mobile devices', {
    token,
  }),
  unavailable('POST', '/mobile_push/register', 'Register a mobile device for push notifications', {}),
]
