import type { Integration, Translate } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { hmacSignature } from '../signatures/signature.ts'
import { bullets, lines, link, quotePlain, time } from '../texts/markdown-parts.ts'
import { plain } from '../texts/plain-text.ts'
import { translateByEvent } from '../translate-by-event.ts'

const issueTopic = (payload: Payload) =>
  `${payload.text('issue.key')}: ${payload.text('issue.fields.summary')}`

/** The user who did it; absent if Jira did it. */
const userName = (payload: Payload) =>
  plain(payload.optionalText('user.displayName') ?? payload.optionalText('user.name') ?? 'Jira')

const translateCreated: Translate = (payload) => {
  const issue = payload.object('issue')
  const kind = issue.optionalText('fields.issuetype.name') ?? 'issue'
  const details = [
    detail('Priority', issue.optionalText('fields.priority.name')),
    detail('Assignee', issue.optionalText('fields.assignee.displayName')),
  ].filter((item) => item !== undefined)
  return {
    topic: issueTopic(payload),
    content: lines(
      `${userName(payload)} created ${plain(kind)} ${issueLink(issue)}`,
      bullets(details, (item) => item),
    ),
  }
}

const detail = (name: string, value: string | undefined) =>
  value === undefined ? undefined : `**${name}**: ${plain(value)}`

const translateDeleted: Translate = (payload) => ({
  topic: issueTopic(payload),
  content: `${userName(payload)} deleted ${plain(`${payload.text('issue.key')} ${payload.text('issue.fields.summary')}`)}`,
})

/** Skips updates that only add a comment: comments have their own events. */
const translateUpdated: Translate = (payload) => {
  const items = payload.optionalList('changelog.items')
  if (items.length === 0) return undefined
  return {
    topic: issueTopic(payload),
    content: lines(
      `${userName(payload)} updated ${issueLink(payload.object('issue'))}`,
      bullets(items, describeChange, { size: payload.size('changelog.items') }),
    ),
  }
}

const translateComment =
  (verb: string): Translate =>
  (payload) => {
    const comment = payload.object('comment')
    const author =
      comment.optionalText('updateAuthor.displayName') ?? comment.optionalText('author.displayName')
    const who = author === undefined ? userName(payload) : plain(author)
    return {
      topic: issueTopic(payload),
      content: lines(
        `${who} ${verb} ${issueLink(payload.object('issue'))}`,
        verb.startsWith('deleted') ? undefined : quotePlain(comment.text('body')),
      ),
    }
  }

const translateSprint =
  (verb: string): Translate =>
  (payload) => {
    const sprint = payload.object('sprint')
    const end = sprint.optionalText('endDate')
    return {
      topic: `Sprint ${sprint.text('name')}`,
      content: lines(
        `Sprint **${plain(sprint.text('name'))}** was ${verb}${end === undefined || verb !== 'started' ? '' : `; it ends ${time(end)}`}`,
        quotePlain(sprint.optionalText('goal')),
      ),
    }
  }

const translateVersion =
  (verb: string): Translate =>
  (payload) => {
    const version = payload.object('version')
    return {
      topic: `Version ${version.text('name')}`,
      content: lines(
        `Version **${plain(version.text('name'))}** was ${verb}`,
        quotePlain(version.optionalText('description')),
      ),
    }
  }

export const jira: Integration = {
  name: 'jira',
  displayName: 'Jira',
  summary: 'Issues with their changes and comments, sprints and versions.',
  setup: [
    'As an administrator of Jira, open **System**, then **WebHooks**, and choose **Create a WebHook**.',
    'As **URL**, enter this address:\n\n```\nADDRESS\n```',
    'Choose the events of issues, comments, sprints and versions that you want messages for; a JQL query can limit them to some projects. Comments have their own events, so choose these as well.',
    'Leave **Exclude body** off, and choose **Create**.',
  ],
  excludeExample: ['comment_*'],
  signature: hmacSignature({
    header: 'X-Hub-Signature',
    prefix: 'sha256=',
    secret: 'what you enter as **Secret**',
  }),
  options: ['only_events', 'exclude_events'],
  ...translateByEvent({
    displayName: 'Jira',
    eventOf: (payload) => payload.text('webhookEvent'),
    translations: {
      'jira:issue_created': translateCreated,
      'jira:issue_updated': translateUpdated,
      'jira:issue_deleted': translateDeleted,
      comment_created: translateComment('commented on'),
      comment_updated: translateComment('edited a comment on'),
      comment_deleted: translateComment('deleted a comment on'),
      sprint_created: translateSprint('created'),
      sprint_started: translateSprint('started'),
      sprint_closed: translateSprint('closed'),
      'jira:version_created': translateVersion('created'),
      'jira:version_released': translateVersion('released'),
    },
  }),
  fixtures: async () => (await import('./jira-fixtures.ts')).jiraFixtures,
}

/** `[KEY-1 Summary](address)`. Jira itself only sends its API URL. */
function issueLink(issue: Payload): string {
  const [server] = issue.text('self').split('/rest/', 1)
  return link(`${issue.text('key')} ${issue.text('fields.summary')}`, `${server}/browse/${issue.text('key')}`)
}

function describeChange(item: Payload): string {
  const field = plain(item.text('field'))
  const [before, after] = [item.optionalText('fromString'), item.optionalText('toString')]
  // Descriptions are too long to show both versions.
  if (field === 'description') return '**description** was changed'
  if (after === undefined)
    return before === undefined ? `**${field}** was changed` : `**${field}** was removed: ${plain(before)}`
  return before === undefined
    ? `**${field}**: ${plain(after)}`
    : `**${field}**: ${plain(before)} → ${plain(after)}`
}
