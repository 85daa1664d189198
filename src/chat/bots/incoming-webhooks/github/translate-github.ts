import type { Integration, Translate } from '../integration.ts'
import { eventHeader, translateByEvent } from '../translate-by-event.ts'
import {
  translateDeployment,
  translateDeploymentStatus,
  translateRun,
  translateStatus,
} from './github-check.ts'
import {
  translateCommitComment,
  translateDiscussion,
  translateDiscussionComment,
  translateIssue,
  translateIssueComment,
} from './github-issue.ts'
import { translatePullRequest } from './github-pull-request.ts'
import { translatePush, translateRef } from './github-push.ts'
import {
  translateFork,
  translateMember,
  translatePing,
  translateRelease,
  translateRepository,
  translateStar,
} from './github-repository.ts'
import { translateReview, translateReviewComment } from './github-review.ts'

const { events, translate } = translateByEvent({
  displayName: 'GitHub',
  eventOf: (_payload, context) => eventHeader('X-GitHub-Event', context),
  actionOf: (payload) => payload.optionalText('action'),
  translations: {
    ping: translatePing,
    push: translatePush,
    create: translateRef('created'),
    delete: translateRef('deleted'),
    pull_request: translatePullRequest,
    pull_request_review: translateReview,
    pull_request_review_comment: translateReviewComment,
    issues: translateIssue,
    issue_comment: translateIssueComment,
    commit_comment: translateCommitComment,
    discussion: translateDiscussion,
    discussion_comment: translateDiscussionComment,
    release: translateRelease,
    check_run: translateRun('check_run'),
    check_suite: translateRun('check_suite'),
    workflow_run: translateRun('workflow_run'),
    status: translateStatus,
    deployment: translateDeployment,
    deployment_status: translateDeploymentStatus,
    fork: translateFork,
    star: translateStar,
    watch: translateStar,
    member: translateMember,
    repository: translateRepository,
  },
})

const unlessPrivate: Translate = (payload, context) => {
  const ignored = context.options.ignore_private_repositories && payload.has('repository')
  return ignored && payload.flag('repository.private') ? undefined : translate(payload, context)
}

export const github: Integration = {
  name: 'github',
  displayName: 'GitHub',
  summary:
    'Pushes, pull requests, reviews, issues, releases, checks and more of a repository or an organization.',
  setup: [
    'On GitHub, open **Settings** of the repository or organization, then **Webhooks**, and choose **Add webhook**.',
    'As **Payload URL**, enter this address:\n\n```\nADDRESS\n```',
    'As **Content type**, choose `application/json`; a form works too. Leave **Secret** empty.',
    'Choose the events that you want messages for. `push` includes new branches and tags, so you do not also need `create` and `delete`.',
    'Choose **Add webhook**. GitHub sends a test request at once, and a message confirms that it works.',
  ],
  events,
  excludeExample: ['pull_request.labeled', 'star'],
  options: ['only_events', 'exclude_events', 'branches', 'ignore_private_repositories'],
  translate: unlessPrivate,
  fixtures: async () => (await import('./github-fixtures.ts')).githubFixtures,
}
