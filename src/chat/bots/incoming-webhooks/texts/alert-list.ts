import type { Payload } from '../payload.ts'
import { bullets, code, count, lines, link, paragraphs, time } from './markdown-parts.ts'

/** Alerts grouped by state, one on each line. `omitted`: how many are left out. */
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

/** When it started to fire, or when it was resolved. */
export function alertTime(alert: Payload): string {
  const [word, key] = isFiring(alert) ? ['since', 'startsAt'] : ['until', 'endsAt']
  const at = alert.optionalText(key)
  return at === undefined ? '' : `${word} ${time(at)}`
}

/** Joins the non-empty parts of an alert's line. */
export const alertLine = (...parts: string[]) => parts.filter(Boolean).join(' · ')

/** The labels, except for those that the message already shows. */
export function labelText(labels: ReadonlyMap<string, string>, said: readonly string[]): string {
  return [...labels]
    .filter(([name]) => !said.includes(name))
    .slice(0, 10)
    .map(([name, value]) => code(`${name}=${value}`))
    .join(' ')
}

export const linkIf = (text: string, url: string | undefined) => (url === undefined ? '' : link(text, url))

/** How many alerts were left out, by us or by the sender. */
export const omittedAlerts = (payload: Payload, listed: readonly Payload[]) =>
  payload.size('alerts') - listed.length + Math.max(0, payload.optionalNumber('truncatedAlerts') ?? 0)
