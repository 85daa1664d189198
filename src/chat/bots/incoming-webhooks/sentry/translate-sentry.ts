import type { Integration, WebhookContext } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { eventHeader, translateByEvent } from '../translate-by-event.ts'
import {
  translateError,
  translateEventAlert,
  translateInstallation,
  translateMetricAlert,
  translatePlugin,
} from './sentry-event.ts'
import { translateComment, translateIssue } from './sentry-issue.ts'

export const sentry: Integration = {
  name: 'sentry',
  displayName: 'Sentry',
  summary: 'Issues, errors, comments, and alerts of issues and metrics.',
  setup: [
    'In Sentry, open **Settings**, then **Custom Integrations** (in older versions **Developer Settings**), and create an **Internal Integration**.',
    'As **Webhook URL**, enter this address, and switch on **Alert Rule Action**:\n\n```\nADDRESS\n```',
    'Under **Webhooks** choose `issue`, `error` and `comment` as you like; they need the permission to read issues and events.',
    'Save. For alerts, add the action **Send a notification via** this integration to the rules of your projects.',
    'The old plugin **WebHooks** of a project works too, with the same address.',
  ],
  excludeExample: ['issue.assigned', 'comment'],
  options: ['only_events', 'exclude_events'],
  ...translateByEvent({
    displayName: 'Sentry',
    eventOf,
    actionOf: (payload) => payload.optionalText('action'),
    translations: {
      issue: translateIssue,
      event_alert: translateEventAlert,
      error: translateError,
      metric_alert: translateMetricAlert,
      comment: translateComment,
      installation: translateInstallation,
      plugin: translatePlugin,
    },
  }),
  fixtures: async () => (await import('./sentry-fixtures.ts')).sentryFixtures,
}

function eventOf(payload: Payload, context: WebhookContext): string {
  const isPlugin = !('sentry-hook-resource' in context.headers) && payload.has('project_name')
  return isPlugin ? 'plugin' : eventHeader('Sentry-Hook-Resource', context)
}
