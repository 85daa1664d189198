import { code, lines, link, quote } from '../../webhook-texts/markdown-parts.ts'
import { plain } from '../../webhook-texts/plain-text.ts'
import type { Translate } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { unexpectedEvent } from '../webhook-errors.ts'
import { bodyOf, numberedLink, numberedTopic, repositoryName, senderName } from './github-names.ts'
import { commentVerb } from './github-review.ts'
import { describeUpkeep } from './github-upkeep.ts'

export const translateIssue: Translate = (payload) => {
  const issue = payload.object('issue')
  const action = payload.text('action')
  return {
    topic: numberedTopic(payload, 'issue', issue),
    content: lines(
      `${senderName(payload)} ${describe(payload, issue, action)}`,
      action === 'opened' ? quote(bodyOf(issue)) : undefined,
    ),
  }
}

function describe(payload: Payload, issue: Payload, action: string): string {
  const item = numberedLink(issue)
  if (action === 'opened') return `opened issue ${item}`
  if (action === 'closed') {
    return `closed ${item}${issue.optionalText('state_reason') === 'not_planned' ? ' as not planned' : ''}`
  }
  if (action === 'transferred') return `moved ${item} to another repository`
  const upkeep = describeUpkeep(payload, action, item)
  if (upkeep === undefined) throw unexpectedEvent('GitHub', `issues.${action}`)
  return upkeep
}

/** For issues and pull requests, which are issues too. */
export const translateIssueComment: Translate = (payload) => {
  const issue = payload.object('issue')
  const comment = payload.object('comment')
  return {
    topic: numberedTopic(payload, issue.has('pull_request') ? 'PR' : 'issue', issue),
    content: lines(
      `${senderName(payload)} ${commentVerb(payload, comment)} ${numberedLink(issue)}`,
      payload.text('action') === 'deleted' ? undefined : quote(bodyOf(comment)),
    ),
  }
}

export const translateCommitComment: Translate = (payload) => {
  const comment = payload.object('comment')
  const sha = comment.text('commit_id').slice(0, 7)
  return {
    topic: repositoryName(payload),
    content: lines(
      `${senderName(payload)} ${link('commented', comment.optionalText('html_url'))} on commit ${code(sha)}`,
      quote(bodyOf(comment)),
    ),
  }
}

export const translateDiscussion: Translate = (payload) => {
  const discussion = payload.object('discussion')
  const action = payload.text('action')
  const verb = action === 'created' ? 'started discussion' : action.replaceAll('_', ' ')
  const category = discussion.optionalText('category.name')
  const place = category !== undefined && action === 'created' ? ` in ${plain(category)}` : ''
  return {
    topic: numberedTopic(payload, 'discussion', discussion),
    content: lines(
      `${senderName(payload)} ${plain(verb)} ${numberedLink(discussion)}${place}`,
      action === 'created' ? quote(bodyOf(discussion)) : undefined,
    ),
  }
}

export const translateDiscussionComment: Translate = (payload) => {
  const discussion = payload.object('discussion')
  const comment = payload.object('comment')
  return {
    topic: numberedTopic(payload, 'discussion', discussion),
    content: lines(
      `${senderName(payload)} ${commentVerb(payload, comment)} ${numberedLink(discussion)}`,
      payload.text('action') === 'deleted' ? undefined : quote(bodyOf(comment)),
    ),
  }
}
