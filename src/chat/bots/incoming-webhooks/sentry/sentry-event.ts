import { lookUp } from '../../webhook-texts/look-up.ts'
import { bullets, code, lines, link, quotePlain, time } from '../../webhook-texts/markdown-parts.ts'
import { plain } from '../../webhook-texts/plain-text.ts'
import type { Translate } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { levelMark } from './sentry-issue.ts'

/** An issue alert rule fired; includes the event that triggered it. */
export const translateEventAlert: Translate = (payload) => {
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

export const translateError: Translate = (payload) => {
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

const maybePlain = (text: string | undefined) => (text === undefined ? undefined : plain(text))

const metricMarks: Record<string, string> = { critical: '🔴', warning: '🟠', resolved: '✅' }

export const translateMetricAlert: Translate = (payload) => {
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
export const translateInstallation: Translate = (payload) => ({
  topic: 'Sentry',
  content:
    payload.text('action') === 'deleted'
      ? 'The integration was removed from Sentry.'
      : 'The integration was installed in Sentry. 🎉',
})

/** The payload of the old WebHooks plugin, which sends no event header. */
export const translatePlugin: Translate = (payload) => {
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
