import type { Integration, Translate } from '../integration.ts'
import type { Payload } from '../payload.ts'
import {
  alertGroups,
  alertLine,
  alertTime,
  isFiring,
  labelText,
  linkIf,
  omittedAlerts,
} from '../texts/alert-list.ts'
import { bullets, code, link, paragraphs, quotePlain } from '../texts/markdown-parts.ts'
import { plain } from '../texts/plain-text.ts'
import { translateByEvent } from '../translate-by-event.ts'

/** Unified alerting: a group of alerts, each firing or resolved. */
const translateAlerts: Translate = (payload) => {
  const alerts = payload.list('alerts')
  return {
    topic: topicOf(payload),
    content:
      alertGroups(alerts, omittedAlerts(payload, alerts), describe) ||
      plain(payload.optionalText('title') ?? 'No alerts'),
  }
}

const topicOf = (payload: Payload) =>
  payload.labels('commonLabels').get('alertname') ??
  payload.labels('groupLabels').get('alertname') ??
  payload.optionalText('title') ??
  'Grafana alerts'

const stateMarks = { alerting: '🔥', ok: '✅', no_data: '❔', paused: '⏸️', pending: '⏳' }

/** Alerting before version 9: one rule with its state. */
const translateRule =
  (state: keyof typeof stateMarks): Translate =>
  (payload) => {
    const name = payload.text('ruleName')
    const matches = payload.optionalList('evalMatches')
    return {
      topic: name,
      content: paragraphs([
        `${stateMarks[state]} ${link(payload.optionalText('title') ?? name, payload.optionalText('ruleUrl'))}`,
        bullets(
          matches,
          (match) => `${plain(match.text('metric'))}: ${code(match.optionalLabel('value') ?? 'none')}`,
        ),
        linkIf('picture', payload.optionalText('imageUrl')),
        quotePlain(payload.optionalText('message')),
      ]),
    }
  }

export const grafana: Integration = {
  name: 'grafana',
  displayName: 'Grafana',
  summary: 'Alerts that fire or are resolved, with labels, values and links to panels.',
  setup: [
    'In Grafana, open **Alerting**, then **Contact points**, and choose **Add contact point**.',
    'As **Integration**, choose **Webhook**, and as **URL**, enter this address:\n\n```\nADDRESS\n```',
    'Leave the HTTP method at `POST`. To send an example, choose **Test**.',
    'Save the contact point, and select it in a notification policy. Grafana before version 9 has **Notification channels** instead, of the type **webhook**.',
  ],
  excludeExample: ['resolved', 'ok'],
  options: ['only_events', 'exclude_events'],
  ...translateByEvent({
    displayName: 'Grafana',
    // Before version 9, payloads had a state instead of a status and a list of alerts.
    eventOf: (payload) => (payload.has('alerts') ? payload.text('status') : payload.text('state')),
    translations: {
      firing: translateAlerts,
      resolved: translateAlerts,
      alerting: translateRule('alerting'),
      ok: translateRule('ok'),
      no_data: translateRule('no_data'),
      paused: translateRule('paused'),
      pending: translateRule('pending'),
    },
  }),
  fixtures: async () => (await import('./grafana-fixtures.ts')).grafanaFixtures,
}

function describe(alert: Payload): string {
  const labels = alert.labels('labels')
  const annotations = alert.labels('annotations')
  const panel = alert.optionalText('panelURL') ?? alert.optionalText('generatorURL')
  const name = link(labels.get('alertname') ?? 'Alert', panel)
  const text = annotations.get('summary') ?? annotations.get('description')
  const values = [...alert.labels('values')].slice(0, 10)
  return alertLine(
    text === undefined ? name : `${name}: ${plain(text, 500)}`,
    labelText(labels, ['alertname', 'grafana_folder']),
    values.map(([ref, value]) => code(`${ref} = ${value}`)).join(' '),
    alertTime(alert),
    linkIf('dashboard', alert.optionalText('dashboardURL')),
    isFiring(alert) ? linkIf('silence', alert.optionalText('silenceURL')) : '',
  )
}
