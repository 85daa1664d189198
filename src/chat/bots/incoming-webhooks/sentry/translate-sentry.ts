import type { Integration, Translate, WebhookContext } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { hmacSignature } from '../signatures/signature.ts'
import { lookUp } from '../texts/look-up.ts'
import { bullets, code, lines, link, quote, quotePlain, time } from '../texts/markdown-parts.ts'
import { plain } from '../texts/plain-text.ts'
import { eventHeader, translateByEvent } from '../translate-by-event.ts'
import { unexpectedEvent } from '../webhook-errors.ts'

const levelMarks: Record<string, string> = {
  fatal: '💥',
  error: '🔴',
  warning: '🟠',
  info: '🔵',
  debug: '⚪',
}

const levelMark = (level: string | undefined) => lookUp(levelMarks, level ?? 'error') ?? '🔴'

const verbs: Record<string, string> = {
  created: 'New issue',
  resolved: 'Resolved',
  unresolved: 'Unresolved again',
  archived: 'Archived',
  ignored: 'Ignored',
}

const translateIssue: Translate = (payload) => {
  const issue = payload.object('data.issue')
  const action = payload.text('action')
  const project = issue.optionalText('project.name') ?? issue.text('project.slug')
  return {
    topic: `${project}: ${issue.text('title')}`,
    content: lines(
      `${markOf(action, issue)} ${describe(payload, issue, action)}`,
      action === 'created' ? bullets(details(issue), (item) => item) : undefined,
    ),
  }
}

const markOf = (action: string, issue: Payload) =>
  action === 'resolved' ? '✅' : levelMark(issue.optionalText('level'))

const translateComment: Translate = (payload) => {
  const data = payload.object('data')
  const action = payload.text('action')
  const verb = { created: 'commented on', updated: 'edited a comment on', deleted: 'deleted a comment on' }
  const what = lookUp(verb, action)
  if (what === undefined) throw unexpectedEvent('Sentry', `comment.${action}`)
  return {
    topic: `${data.text('project_slug')}: issue ${data.label('issue_id')}`,
    content: lines(
      `${plain(payload.optionalText('actor.name') ?? 'Somebody')} ${what} issue ${plain(data.label('issue_id'))}`,
      action === 'deleted' ? undefined : quote(data.text('comment')),
    ),
  }
}

/** An issue alert rule fired; includes the event that triggered it. */
const translateEventAlert: Translate = (payload) => {
  const event = payload.object('data.event')
  const rule = payload.optionalText('data.triggered_rule')
  return {
    topic: event.text('title'),
    content: lines(
      `${levelMark(event.optionalText('level'))} ${rule === undefined ? 'Alert' : `Alert **${plain(rule)}**`}: ${eventLink(event)}`,
      eventDetails(event),
    ),
  }
}

const translateError: Translate = (payload) => {
  const error = payload.object('data.error')
  return {
    topic: error.text('title'),
    content: lines(
      `${levelMark(error.optionalText('level'))} New error: ${eventLink(error)}`,
      eventDetails(error),
    ),
  }
}

const eventLink = (event: Payload) =>
  link(event.text('title'), event.optionalText('web_url') ?? event.optionalText('issue_url'))

const maybePlain = (text: string | undefined) => (text === undefined ? undefined : plain(text))

const metricMarks: Record<string, string> = { critical: '🔴', warning: '🟠', resolved: '✅' }

const translateMetricAlert: Translate = (payload) => {
  const data = payload.object('data')
  const title = data.text('description_title')
  return {
    topic: data.optionalText('metric_alert.alert_rule.name') ?? title,
    content: lines(
      `${lookUp(metricMarks, payload.text('action')) ?? '🔵'} ${link(title, data.optionalText('web_url'))}`,
      quotePlain(data.optionalText('description_text')),
    ),
  }
}

/** The integration was installed or removed. */
const translateInstallation: Translate = (payload) => ({
  topic: 'Sentry',
  content:
    payload.text('action') === 'deleted'
      ? 'The integration was removed from Sentry.'
      : 'The integration was installed in Sentry. 🎉',
})

/** The payload of the old WebHooks plugin, which sends no event header. */
const translatePlugin: Translate = (payload) => {
  const project = payload.optionalText('project_name') ?? payload.text('project')
  const title = payload.optionalText('event.title') ?? payload.text('message')
  return {
    topic: `${project}: ${title}`,
    content: lines(
      `${levelMark(payload.optionalText('level'))} New event: ${link(title, payload.optionalText('url'))}`,
      payload.has('event') ? eventDetails(payload.object('event')) : undefined,
    ),
  }
}

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
  signature: hmacSignature({
    header: 'Sentry-Hook-Signature',
    secret: 'the **Client Secret** of the integration',
  }),
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

function eventDetails(event: Payload): string {
  const culprit = event.optionalText('culprit')
  const at = event.optionalText('datetime') ?? event.optionalNumber('timestamp')
  const tag = (name: string) =>
    event
      .optionalList('tags')
      .flatMap((item) =>
        Array.isArray(item.value) && item.value[0] === name ? [String(item.value[1])] : [],
      )[0]
  const rows: [string, string | undefined][] = [
    ['Culprit', culprit && code(culprit)],
    ['Platform', maybePlain(event.optionalText('platform'))],
    ['Environment', maybePlain(event.optionalText('environment') ?? tag('environment'))],
    ['Release', maybePlain(event.optionalText('release') ?? tag('release'))],
    ['Time', at === undefined ? undefined : time(at)],
  ]
  return bullets(
    rows.filter(([, value]) => value !== undefined),
    ([name, value]) => `**${name}**: ${value}`,
  )
}

function describe(payload: Payload, issue: Payload, action: string): string {
  const url = issue.optionalText('web_url') ?? issue.optionalText('permalink')
  const item = link(`${issue.text('shortId')} ${issue.text('title')}`, url)
  const actor = payload.optionalText('actor.name')
  const by = actor === undefined || actor === 'Sentry' || action === 'created' ? '' : ` (by ${plain(actor)})`
  if (action === 'assigned') {
    const whom = issue.optionalText('assignedTo.name') ?? issue.optionalText('assignedTo.email')
    return `${item} was assigned to ${plain(whom ?? 'nobody')}${by}`
  }
  const verb = lookUp(verbs, action)
  if (verb === undefined) throw unexpectedEvent('Sentry', `issue.${action}`)
  return `${verb}: ${item}${by}`
}

function details(issue: Payload): string[] {
  const culprit = issue.optionalText('culprit')
  const platform = issue.optionalText('platform')
  return [
    ...(culprit === undefined ? [] : [`**Culprit**: ${code(culprit)}`]),
    ...(platform === undefined ? [] : [`**Platform**: ${plain(platform)}`]),
  ]
}
