import type { Integration, Translate } from '../integration.ts'
import { lookUp } from '../texts/look-up.ts'
import { lines, link, quotePlain } from '../texts/markdown-parts.ts'
import { plain } from '../texts/plain-text.ts'
import { translateByEvent } from '../translate-by-event.ts'

const impactMarks: Record<string, string> = {
  none: '🔹',
  maintenance: '🔧',
  minor: '🟡',
  major: '🟠',
  critical: '🔴',
}

const componentMarks: Record<string, string> = {
  operational: '✅',
  under_maintenance: '🔧',
  degraded_performance: '🟡',
  partial_outage: '🟠',
  major_outage: '🔴',
}

const ended = new Set(['resolved', 'completed', 'postmortem'])

const words = (status: string) => plain(status.replaceAll('_', ' '))

/** The newest update is the first. */
const translateIncident: Translate = (payload) => {
  const incident = payload.object('incident')
  const status = incident.text('status')
  const mark = ended.has(status) ? '✅' : lookUp(impactMarks, incident.optionalText('impact') ?? '')
  const [update] = incident.optionalList('incident_updates')
  const name = incident.text('name')
  return {
    topic: name,
    content: lines(
      `${mark ?? '🔹'} **${link(name, incident.optionalText('shortlink'))}**: ${words(status)}`,
      quotePlain(update?.optionalText('body')),
    ),
  }
}

const translateComponent: Translate = (payload) => {
  const name = payload.text('component.name')
  const { old, now } = {
    old: payload.text('component_update.old_status'),
    now: payload.text('component_update.new_status'),
  }
  return {
    topic: name,
    content: `${lookUp(componentMarks, now) ?? '🔹'} **${plain(name)}**: ${words(old)} → ${words(now)}`,
  }
}

export const statuspage: Integration = {
  name: 'statuspage',
  displayName: 'Statuspage',
  summary: 'Incidents and components of a status page, your own or that of a service you depend on.',
  setup: [
    'Open the status page and choose **Subscribe to updates**. (On your own page, first switch on **Webhook** under **Subscribers**, **Options**, **Settings**.)',
    'Choose the tab for webhooks, and enter this address:\n\n```\nADDRESS\n```',
    'Statuspage writes to the email address that you enter if the address stops working.',
  ],
  options: ['only_events', 'exclude_events'],
  excludeExample: ['component'],
  ...translateByEvent({
    displayName: 'Statuspage',
    eventOf: (payload) => (payload.has('component_update') ? 'component' : 'incident'),
    translations: { incident: translateIncident, component: translateComponent },
  }),
  fixtures: async () => (await import('./statuspage-fixtures.ts')).statuspageFixtures,
}
