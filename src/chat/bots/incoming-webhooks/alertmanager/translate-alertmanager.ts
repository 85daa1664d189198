import type { Integration } from '../integration.ts'
import { translateByEvent } from '../translate-by-event.ts'
import { translateAlerts } from './alertmanager-alerts.ts'

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
