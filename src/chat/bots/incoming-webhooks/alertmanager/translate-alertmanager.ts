import type { Integration, Translate, WebhookContext } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { alertGroups, alertLine, alertTime, labelText, linkIf, omittedAlerts } from '../texts/alert-list.ts'
import { plain } from '../texts/plain-text.ts'
import { translateByEvent } from '../translate-by-event.ts'

/** One message for each topic; the last one mentions omitted alerts. */
const translateAlerts: Translate = (payload, context) => {
  const alerts = payload.list('alerts')
  const byTopic = new Map<string, Payload[]>()
  for (const alert of alerts) {
    const topic = topicOf(alert, context)
    byTopic.set(topic, [...(byTopic.get(topic) ?? []), alert])
  }
  const omitted = omittedAlerts(payload, alerts)
  return [...byTopic].map(([topic, members], index) => ({
    topic,
    content: alertGroups(members, index === byTopic.size - 1 ? omitted : 0, (alert) =>
      describe(alert, context),
    ),
  }))
}

export const alertmanager: Integration = {
  name: 'alertmanager',
  displayName: 'Alertmanager',
  summary: 'Alerts of Prometheus, firing and resolved, by topic.',
  setup: [
    'In the configuration of Alertmanager add a receiver with this address:\n\n```yaml\nreceivers:\n  - name: chat\n    webhook_configs:\n      - url: "ADDRESS"\n        send_resolved: true\n```',
    'Use the receiver in a route, for example with `receiver: chat` in the root route, and reload Alertmanager.',
    'The topic of an alert is `alertname (job)`. To use another label as the topic, name it in the URL with `name`; to use another annotation as the description, name it with `desc`.',
  ],
  excludeExample: ['resolved'],
  options: ['only_events', 'exclude_events', 'name', 'desc'],
  ...translateByEvent({
    displayName: 'Alertmanager',
    eventOf: (payload) => payload.text('status'),
    translations: { firing: translateAlerts, resolved: translateAlerts },
  }),
  fixtures: async () => (await import('./alertmanager-fixtures.ts')).alertmanagerFixtures,
}

function topicOf(alert: Payload, { options }: WebhookContext): string {
  const labels = alert.labels('labels')
  const named = options.name === undefined ? undefined : labels.get(options.name)
  if (named !== undefined) return named
  const name = labels.get('alertname') ?? 'Alerts'
  const job = labels.get('job')
  return job === undefined ? name : `${name} (${job})`
}

function describe(alert: Payload, { options }: WebhookContext): string {
  const labels = alert.labels('labels')
  const annotations = alert.labels('annotations')
  const wanted = options.desc === undefined ? undefined : annotations.get(options.desc)
  const text =
    wanted ?? annotations.get('summary') ?? annotations.get('description') ?? annotations.get('message')
  return alertLine(
    plain(text ?? labels.get('alertname') ?? 'Alert', 500),
    labelText(labels, ['alertname', 'job', 'monitor', 'prometheus']),
    alertTime(alert),
    linkIf('graph', alert.optionalText('generatorURL')),
    linkIf('runbook', annotations.get('runbook_url')),
  )
}
