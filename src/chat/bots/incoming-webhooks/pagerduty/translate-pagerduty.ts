import type { Integration } from '../integration.ts'
import { translateByEvent } from '../translate-by-event.ts'
import {
  translateChange,
  translateHandedOver,
  translateNote,
  translatePing,
  translatePriority,
  translateResponderAdded,
  translateResponderReplied,
  translateStatusUpdate,
  translateTriggered,
} from './pagerduty-incident.ts'
import { translateMessages } from './pagerduty-v2.ts'

export const pagerduty: Integration = {
  name: 'pagerduty',
  displayName: 'PagerDuty',
  summary: 'Incidents as they are triggered, acknowledged, handed over, annotated and resolved.',
  setup: [
    'In PagerDuty, open **Integrations**, then **Generic Webhooks (v3)**, and choose **New Webhook**.',
    'As **Webhook URL**, enter this address:\n\n```\nADDRESS\n```',
    'Choose the service, the team or the whole account as **Scope Type**, and the incident events that you want messages for.',
    'Choose **Add Webhook**. To check that it works, choose **Send Test Event** on its page. Webhooks of version 2 work too, with the same address.',
  ],
  excludeExample: ['incident.responder.*'],
  options: ['only_events', 'exclude_events'],
  ...translateByEvent({
    displayName: 'PagerDuty',
    eventOf: (payload) => (payload.has('messages') ? 'messages' : payload.text('event.event_type')),
    translations: {
      'incident.triggered': translateTriggered,
      'incident.acknowledged': translateChange('acknowledged', 'acknowledged'),
      'incident.unacknowledged': translateChange('triggered', 'unacknowledged'),
      'incident.resolved': translateChange('resolved', 'resolved'),
      'incident.reopened': translateChange('triggered', 'reopened'),
      'incident.reassigned': translateHandedOver('reassigned'),
      'incident.escalated': translateHandedOver('escalated'),
      'incident.delegated': translateHandedOver('delegated'),
      'incident.priority_updated': translatePriority,
      'incident.annotated': translateNote,
      'incident.status_update_published': translateStatusUpdate,
      'incident.responder.added': translateResponderAdded,
      'incident.responder.replied': translateResponderReplied,
      'pagey.ping': translatePing,
      messages: translateMessages,
    },
  }),
  fixtures: async () => (await import('./pagerduty-fixtures.ts')).pagerdutyFixtures,
}
