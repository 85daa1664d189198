import { lookUp } from '../../webhook-texts/look-up.ts'
import { bullets, code, lines, link, quote } from '../../webhook-texts/markdown-parts.ts'
import { plain } from '../../webhook-texts/plain-text.ts'
import type { Translate } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { unexpectedEvent } from '../webhook-errors.ts'

const levelMarks: Record<string, string> = {
  fatal: '💥',
  error: '🔴',
  warning: '🟠',
  info: '🔵',
  debug: '⚪',
}

export const levelMark = (level: string | undefined) => lookUp(levelMarks, level ?? 'error') ?? '🔴'

const verbs: Record<string, string> = {
  created: 'New issue',
  resolved: 'Resolved',
  unresolved: 'Unresolved again',
  archived: 'Archived',
  ignored: 'Ignored',
}

export const translateIssue: Translate = (payload) => {
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

export const translateComment: Translate = (payload) => {
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
