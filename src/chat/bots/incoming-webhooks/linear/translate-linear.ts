import { parseJson } from '../../../http/parse-json.ts'
import type { Integration, Translate } from '../integration.ts'
import { Payload } from '../payload.ts'
import { hmacSignature, type SignedRequest } from '../signatures/signature.ts'
import { lookUp } from '../texts/look-up.ts'
import { bullets, lines, link, quote } from '../texts/markdown-parts.ts'
import { plain } from '../texts/plain-text.ts'
import { translateByEvent } from '../translate-by-event.ts'

const verbs: Record<string, string> = { create: 'created', update: 'updated', remove: 'deleted' }

const verbOf = (payload: Payload) => lookUp(verbs, payload.text('action')) ?? plain(payload.text('action'))

const actorOf = (payload: Payload) =>
  plain(payload.optionalText('actor.name') ?? payload.optionalText('data.user.name') ?? 'Somebody')

const translateIssue: Translate = (payload) => {
  const issue = payload.object('data')
  const name = `${issue.text('identifier')} ${issue.text('title')}`
  const what = describeIssue(payload, issue)
  if (what === undefined) return undefined
  const isNew = payload.text('action') === 'create'
  return {
    topic: name,
    content: lines(
      `${actorOf(payload)} ${what.replace('ISSUE', () => `issue ${link(name, payload.optionalText('url'))}`)}`,
      isNew ? bullets(facts(issue), (fact) => fact) : '',
      isNew ? quote(issue.optionalText('description')) : '',
    ),
  }
}

/** ISSUE becomes the linked issue; undefined if nobody sees the change. */
function describeIssue(payload: Payload, issue: Payload): string | undefined {
  const before = payload.optionalObject('updatedFrom')
  if (!before) return `${verbOf(payload)} ISSUE`
  const changed = (key: string) => Object.hasOwn(before.value as object, key)
  if (changed('stateId')) return `moved ISSUE to ${plain(issue.text('state.name'))}`
  if (changed('assigneeId')) {
    const assignee = issue.optionalObject('assignee')?.text('name')
    return assignee === undefined ? 'unassigned ISSUE' : `assigned ISSUE to ${plain(assignee)}`
  }
  if (changed('priority')) return `set the priority of ISSUE to ${plain(issue.text('priorityLabel'))}`
  if (changed('title')) return `changed the title of ISSUE, which was “${plain(before.text('title'))}”`
  if (changed('description')) return 'changed the description of ISSUE'
  if (changed('labelIds')) return 'changed the labels of ISSUE'
  if (changed('dueDate')) return 'changed the due date of ISSUE'
  return undefined
}

function facts(issue: Payload): string[] {
  const rows = [
    ['State', issue.optionalObject('state')?.optionalText('name')],
    ['Priority', issue.optionalText('priorityLabel')],
    ['Assignee', issue.optionalObject('assignee')?.optionalText('name')],
  ]
  return rows.flatMap(([name, value]) => (value === undefined ? [] : [`**${name}**: ${plain(value)}`]))
}

/** The identifier of a comment's issue is in the URL; a comment may belong to a document instead. */
const translateComment: Translate = (payload) => {
  const url = payload.optionalText('url')
  const title = payload.optionalObject('data.issue')?.text('title')
  const identifier = url === undefined ? undefined : /\/issue\/([A-Z0-9]{1,20}-\d{1,10})/.exec(url)?.[1]
  const name =
    title === undefined ? 'a document' : `${identifier === undefined ? '' : `${identifier} `}${title}`
  const verb = { create: 'commented', update: 'edited a comment', remove: 'deleted a comment' }
  const what = lookUp(verb, payload.text('action')) ?? 'changed a comment'
  return {
    topic: title === undefined ? 'Linear' : name,
    content: lines(
      `${actorOf(payload)} ${what} on ${link(name, url)}`,
      payload.text('action') === 'remove' ? '' : quote(payload.text('data.body')),
    ),
  }
}

const translateProject: Translate = (payload) => {
  const name = payload.text('data.name')
  return {
    topic: `Project ${name}`,
    content: `${actorOf(payload)} ${verbOf(payload)} project ${link(name, payload.optionalText('url'))}`,
  }
}

const healthMarks: Record<string, string> = { onTrack: '🟢', atRisk: '🟠', offTrack: '🔴' }

const translateProjectUpdate: Translate = (payload) => {
  const name = payload.text('data.project.name')
  const mark = lookUp(healthMarks, payload.optionalText('data.health') ?? '') ?? '🔹'
  return {
    topic: `Project ${name}`,
    content: lines(
      `${mark} ${actorOf(payload)} ${verbOf(payload)} ${link('an update', payload.optionalText('url'))} of project ${plain(name)}`,
      quote(payload.optionalText('data.body')),
    ),
  }
}

/** Linear signs the body, which has the time. */
function linearTime({ body }: SignedRequest): number {
  return new Payload(parseJson(body, 'The body')).optionalNumber('webhookTimestamp') ?? Number.NaN
}

export const linear: Integration = {
  name: 'linear',
  displayName: 'Linear',
  summary: 'Issues, comments, projects and their updates.',
  setup: [
    'In Linear, open **Settings**, then **API**, and choose **New webhook**.',
    'As **URL**, enter this address:\n\n```\nADDRESS\n```',
    'Choose the teams, and under **Data change events** what you want messages for: **Issues**, **Comments**, **Projects** and **Project updates**. Save.',
  ],
  options: ['only_events', 'exclude_events'],
  excludeExample: ['Comment', 'Issue.remove'],
  signature: hmacSignature({
    header: 'Linear-Signature',
    secret: 'the **Signing secret** on the page of the webhook',
    signedAt: linearTime,
  }),
  ...translateByEvent({
    displayName: 'Linear',
    eventOf: (payload) => payload.text('type'),
    actionOf: (payload) => payload.optionalText('action'),
    translations: {
      Issue: translateIssue,
      Comment: translateComment,
      Project: translateProject,
      ProjectUpdate: translateProjectUpdate,
    },
  }),
  fixtures: async () => (await import('./linear-fixtures.ts')).linearFixtures,
}
