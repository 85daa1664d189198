import type { Integration } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { lookUp } from '../texts/look-up.ts'
import { bullets, code, lines, link, quote } from '../texts/markdown-parts.ts'
import { translateByEvent } from '../translate-by-event.ts'

const marks: Record<string, string> = {
  Triggered: '🔴',
  'Re-Triggered': '🔴',
  'No Data': '⚪',
  'Re-No Data': '⚪',
  Warn: '🟠',
  'Re-Warn': '🟠',
  Recovered: '✅',
  Renotify: '🔴',
}

/** The payload that Datadog proposes has the transition only in its title: `[Triggered on {host:a}] CPU is high`. */
const transitionOf = (payload: Payload) =>
  payload.optionalText('alert_transition') ??
  /^\[((?:Re-)?(?:Triggered|No Data|Warn|Recovered))\b/.exec(payload.text('title').slice(0, 100))?.[1] ??
  'event'

const withoutTransition = (title: string) => title.slice(0, 1000).replace(/^\[[^\]]{0,200}\] ?/, '') || title

/** Datadog puts Markdown between marks. */
const bodyOf = (payload: Payload) =>
  payload
    .optionalText('body')
    ?.slice(0, 10_000)
    .replace(/^\s{0,10}%%%\s{0,10}|\s{0,10}%%%\s{0,10}$/g, '')

function translateEvent(payload: Payload) {
  const title = payload.text('title')
  const tags = (payload.optionalText('tags') ?? '').split(',', 20).flatMap((tag) => tag.trim() || [])
  const rows: [string, string | undefined][] = [
    ['Host', payload.optionalText('hostname')],
    ['Metric', payload.optionalText('alert_metric')],
    ['Priority', payload.optionalText('priority')],
  ]
  const facts = rows.flatMap(([name, value]) => (value === undefined ? [] : [`**${name}**: ${code(value)}`]))
  if (tags.length > 0) facts.push(`**Tags**: ${tags.map((tag) => code(tag)).join(' ')}`)
  return {
    topic: withoutTransition(title),
    content: lines(
      `${lookUp(marks, transitionOf(payload)) ?? '🔹'} ${link(title, payload.optionalText('link'))}`,
      bullets(facts, (fact) => fact),
      quote(bodyOf(payload)),
    ),
  }
}

export const datadog: Integration = {
  name: 'datadog',
  displayName: 'Datadog',
  summary: 'Monitors that alert, warn and recover.',
  setup: [
    'In Datadog, open **Integrations**, install **Webhooks**, and choose **New** under its **Webhooks**.',
    'As **URL**, enter this address:\n\n```\nADDRESS\n```',
    'As **Payload**, enter:\n\n```json\n{\n  "id": "$ID",\n  "title": "$EVENT_TITLE",\n  "body": "$EVENT_MSG",\n  "alert_transition": "$ALERT_TRANSITION",\n  "alert_metric": "$ALERT_METRIC",\n  "hostname": "$HOSTNAME",\n  "priority": "$ALERT_PRIORITY",\n  "link": "$LINK",\n  "tags": "$TAGS"\n}\n```',
    'Add `@webhook-NAME`, with the name that you gave it, to the message of your monitors.',
  ],
  options: ['only_events', 'exclude_events'],
  excludeExample: ['Warn', 'Re-*'],
  ...translateByEvent({
    displayName: 'Datadog',
    eventOf: transitionOf,
    translations: Object.fromEntries([...Object.keys(marks), 'event'].map((name) => [name, translateEvent])),
  }),
  fixtures: async () => (await import('./datadog-fixtures.ts')).datadogFixtures,
}
