import type { Integration } from '../integration.ts'
import { translateByEvent } from '../translate-by-event.ts'
import { translateAlerts, translateRule } from './grafana-alerts.ts'

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
