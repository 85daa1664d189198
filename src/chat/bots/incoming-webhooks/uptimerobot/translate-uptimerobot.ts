import type { Integration } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { lookUp } from '../texts/look-up.ts'
import { code, lines, link, quotePlain } from '../texts/markdown-parts.ts'
import { plain } from '../texts/plain-text.ts'
import { translateByEvent } from '../translate-by-event.ts'

const eventByType: Record<string, string> = {
  '1': 'down',
  '2': 'up',
  '3': 'ssl_expiry',
  '4': 'domain_expiry',
}

export const uptimerobot: Integration = {
  name: 'uptimerobot',
  displayName: 'UptimeRobot',
  summary: 'Monitors that go down and come up again, and certificates that expire.',
  setup: [
    'In UptimeRobot, open **Integrations** and add a **Webhook**.',
    'As **URL to notify**, enter this address, and choose to send the values as **POST** parameters, or as JSON:\n\n```\nADDRESS\n```',
    'If you use a custom POST body, send these keys:\n\n```json\n{\n  "monitor_friendly_name": "*monitorFriendlyName*",\n  "monitor_url": "*monitorURL*",\n  "alert_type": "*alertType*",\n  "alert_details": "*alertDetails*",\n  "alert_duration": "*alertDuration*",\n  "ssl_expiry_date": "*sslExpiryDate*",\n  "ssl_expiry_days_left": "*sslExpiryDaysLeft*"\n}\n```',
    'Save, and choose the integration in the settings of your monitors.',
  ],
  options: ['only_events', 'exclude_events'],
  takesForms: true,
  ...translateByEvent({
    displayName: 'UptimeRobot',
    eventOf(payload) {
      const type = payload.label(spelling(payload, 'alert_type', 'alertType'))
      return lookUp(eventByType, type) ?? type
    },
    translations: {
      down: (payload) => monitorMessage(payload, `❌ ${monitor(payload)} is down`),
      up: (payload) => monitorMessage(payload, `✅ ${monitor(payload)} is up again${after(payload)}`),
      ssl_expiry: (payload) =>
        monitorMessage(payload, `🔒 The certificate of ${monitor(payload)} ${expiry(payload)}`),
      domain_expiry: (payload) =>
        monitorMessage(payload, `🌐 The domain of ${monitor(payload)} expires soon`),
    },
  }),
  fixtures: async () => (await import('./uptimerobot-fixtures.ts')).uptimerobotFixtures,
}

/** JSON uses snake case, forms use camel case. */
const spelling = (payload: Payload, snake: string, camel: string) => (payload.has(camel) ? camel : snake)

const name = (payload: Payload) =>
  payload.text(spelling(payload, 'monitor_friendly_name', 'monitorFriendlyName'))

const monitor = (payload: Payload) =>
  `**${link(name(payload), payload.optionalText(spelling(payload, 'monitor_url', 'monitorURL')))}**`

function monitorMessage(payload: Payload, sentence: string) {
  const details = payload.optionalText(spelling(payload, 'alert_details', 'alertDetails'))
  return { topic: name(payload), content: lines(sentence, quotePlain(details)) }
}

function after(payload: Payload): string {
  const seconds = Number(
    payload.optionalLabel(spelling(payload, 'alert_duration', 'alertDuration')) ?? Number.NaN,
  )
  if (!(seconds > 0 && seconds < 1e9)) return ''
  if (seconds < 120) return ` after ${Math.round(seconds)} s`
  return seconds < 7200 ? ` after ${Math.round(seconds / 60)} min` : ` after ${Math.round(seconds / 3600)} h`
}

function expiry(payload: Payload): string {
  const days = payload.optionalLabel(spelling(payload, 'ssl_expiry_days_left', 'sslExpiryDaysLeft'))
  const date = payload.optionalLabel(spelling(payload, 'ssl_expiry_date', 'sslExpiryDate'))
  if (days === undefined) return 'expires soon'
  return `expires in ${plain(days)} days${date === undefined ? '' : ` (${code(date)})`}`
}
