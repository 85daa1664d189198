import type { Payload } from '../incoming-webhooks/payload.ts'
import { bullets, code, count, lines, link, paragraphs, time } from './markdown-parts.ts'

/** Alerts by their state, each on a line. `omitted`: how many more there are. */
export function alertGroups(
  alerts: readonly Payload[],
  omitted: number,
  describe: (alert: Payload) => string,
): string {
  const group = (heading: string, members: readonly Payload[]) =>
    members.length === 0
      ? ''
      : lines(`${heading} (${members.length})`, bullets(members, describe, { limit: 15 }))
  return paragraphs([
    group('🔥 **Firing**', alerts.filter(isFiring)),
    group(
      '✅ **Resolved**',
      alerts.filter((alert) => !isFiring(alert)),
    ),
    omitted > 0 ? `…and ${count(omitted, 'alert')} more` : '',
  ])
}

export const isFiring = (alert: Payload) => alert.text('status') === 'firing'

/** Since when it fires, or until when it did. */
export function alertTime(alert: Payload): string {
  const [word, key] = isFiring(alert) ? ['since', 'startsAt'] : ['until', 'endsAt']
  const at = alert.optionalText(key)
  return at === undefined ? '' : `${word} ${time(at)}`
}

/** The parts of an alert's line that there are. */
export const alertLine = (...parts: string[]) => parts.filter(Boolean).join(' · ')

/** Labels but for those that the message says otherwise. */
export function labelText(labels: ReadonlyMap<string, string>, said: readonly string[]): string {
  return [...labels]
    .filter(([name]) => !said.includes(name))
    .slice(0, 10)
    .map(([name, value]) => code(`${name}=${value}`))
    .join(' ')
}

export const linkIf = (text: string, url: string | undefined) => (url === undefined ? '' : link(text, url))

/** Alerts that are neither in the list, as far as it is read, nor were sent. */
export const omittedAlerts = (payload: Payload, listed: readonly Payload[]) =>
  payload.size('alerts') - listed.length + Math.max(0, payload.optionalNumber('truncatedAlerts') ?? 0)
