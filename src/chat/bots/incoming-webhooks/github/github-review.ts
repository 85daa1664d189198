import type { Translate } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { code, lines, link, quote } from '../texts/markdown-parts.ts'
import { unexpectedEvent } from '../webhook-errors.ts'
import { bodyOf, numberedLink, senderName } from './github-names.ts'
import { pullRequestTopic } from './github-pull-request.ts'

export const translateReview: Translate = (payload) => {
  const review = payload.object('review')
  const action = payload.text('action')
  const body = bodyOf(review)
  // Each line comment also triggers an empty review.
  if (action === 'submitted' && body === undefined && review.text('state') === 'commented') return undefined
  const verb = link(reviewVerb(action, review), review.optionalText('html_url'))
  return {
    topic: pullRequestTopic(payload),
    content: lines(
      `${senderName(payload)} ${verb} ${numberedLink(payload.object('pull_request'))}`,
      action === 'dismissed' ? undefined : quote(body),
    ),
  }
}

function reviewVerb(action: string, review: Payload): string {
  if (action === 'dismissed') return 'dismissed a review of'
  if (action === 'edited') return 'edited a review of'
  if (action !== 'submitted') throw unexpectedEvent('GitHub', `pull_request_review.${action}`)
  const state = review.text('state')
  if (state === 'approved') return 'approved'
  return state === 'changes_requested' ? 'requested changes to' : 'reviewed'
}

/** A comment on a line of the diff. */
export const translateReviewComment: Translate = (payload) => {
  const comment = payload.object('comment')
  const line = comment.optionalNumber('line')
  const place = `${code(comment.text('path'))}${line === undefined ? '' : ` line ${line}`}`
  return {
    topic: pullRequestTopic(payload),
    content: lines(
      `${senderName(payload)} ${commentVerb(payload, comment)} ${place} of ${numberedLink(payload.object('pull_request'))}`,
      payload.text('action') === 'deleted' ? undefined : quote(bodyOf(comment)),
    ),
  }
}

/** `[commented](address) on`, `edited a [comment](address) on`, `deleted a comment on`. */
export function commentVerb(payload: Payload, comment: Payload): string {
  const url = comment.optionalText('html_url')
  switch (payload.text('action')) {
    case 'created':
      return `${link('commented', url)} on`
    case 'edited':
      return `edited a ${link('comment', url)} on`
    case 'deleted':
      return 'deleted a comment on'
    default:
      throw unexpectedEvent('GitHub', `comment.${payload.text('action')}`)
  }
}
