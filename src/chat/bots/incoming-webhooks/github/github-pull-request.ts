import type { Translate } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { code, lines, quote } from '../texts/markdown-parts.ts'
import { plain } from '../texts/plain-text.ts'
import { unexpectedEvent } from '../webhook-errors.ts'
import { bodyOf, numberedLink, numberedTopic, senderName } from './github-names.ts'
import { describeUpkeep } from './github-upkeep.ts'

export const pullRequestTopic = (payload: Payload) =>
  numberedTopic(payload, 'PR', payload.object('pull_request'))

export const translatePullRequest: Translate = (payload) => {
  const request = payload.object('pull_request')
  const action = payload.text('action')
  return {
    topic: pullRequestTopic(payload),
    content: lines(
      `${senderName(payload)} ${describe(payload, request, action)}`,
      action === 'opened' ? quote(bodyOf(request)) : undefined,
    ),
  }
}

function describe(payload: Payload, request: Payload, action: string): string {
  const item = numberedLink(request)
  switch (action) {
    case 'opened': {
      const kind = request.flag('draft') ? 'draft PR' : 'PR'
      return `opened ${kind} ${item}, from ${code(request.text('head.ref'))} into ${code(request.text('base.ref'))}`
    }
    case 'closed':
      return request.flag('merged')
        ? `merged ${item} into ${code(request.text('base.ref'))}`
        : `closed ${item} without merging`
    case 'synchronize':
      return `pushed new commits to ${item}, now at ${code(request.text('head.sha').slice(0, 7))}`
    case 'ready_for_review':
      return `marked ${item} as ready for review`
    case 'converted_to_draft':
      return `turned ${item} into a draft`
    case 'review_requested':
      return `asked ${reviewer(payload)} to review ${item}`
    case 'review_request_removed':
      return `no longer asks ${reviewer(payload)} to review ${item}`
    case 'auto_merge_enabled':
      return `lets ${item} merge itself when it is ready`
    case 'auto_merge_disabled':
      return `no longer lets ${item} merge itself`
    case 'enqueued':
      return `added ${item} to the merge queue`
    case 'dequeued':
      return `removed ${item} from the merge queue`
    default: {
      const upkeep = describeUpkeep(payload, action, item)
      if (upkeep === undefined) throw unexpectedEvent('GitHub', `pull_request.${action}`)
      return upkeep
    }
  }
}

const reviewer = (payload: Payload) =>
  plain(payload.optionalText('requested_reviewer.login') ?? `the team ${payload.text('requested_team.name')}`)
