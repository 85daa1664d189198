import { bullets, lines, link, quotePlain } from '../../webhook-texts/markdown-parts.ts'
import { plain } from '../../webhook-texts/plain-text.ts'
import type { Translate } from '../integration.ts'
import type { Payload } from '../payload.ts'

export const issueTopic = (payload: Payload) =>
  `${payload.text('issue.key')}: ${payload.text('issue.fields.summary')}`

/** `[KEY-1 Summary](address)`. Jira itself only sends its API URL. */
export function issueLink(issue: Payload): string {
  const [server] = issue.text('self').split('/rest/', 1)
  return link(`${issue.text('key')} ${issue.text('fields.summary')}`, `${server}/browse/${issue.text('key')}`)
}

/** The user who did it; absent if Jira acts by itself. */
export const userName = (payload: Payload) =>
  plain(payload.optionalText('user.displayName') ?? payload.optionalText('user.name') ?? 'Jira')

export const translateCreated: Translate = (payload) => {
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

export const translateDeleted: Translate = (payload) => ({
  topic: issueTopic(payload),
  content: `${userName(payload)} deleted ${plain(`${payload.text('issue.key')} ${payload.text('issue.fields.summary')}`)}`,
})

/** Skips updates that only add a comment: comments have their own events. */
export const translateUpdated: Translate = (payload) => {
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

export const translateComment =
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
