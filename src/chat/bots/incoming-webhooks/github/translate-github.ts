import type { Integration, Translate } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { hmacSignature } from '../signatures/signature.ts'
import { branchOf, commitBullets, isBranchWanted, isTag } from '../texts/git-texts.ts'
import { code, count, lines, link, quote, quotePlain } from '../texts/markdown-parts.ts'
import { outcomeMark } from '../texts/outcome-mark.ts'
import { plain } from '../texts/plain-text.ts'
import { eventHeader, translateByEvent } from '../translate-by-event.ts'
import { unexpectedEvent } from '../webhook-errors.ts'
import {
  bodyOf,
  branchTopic,
  numberedLink,
  numberedTopic,
  repositoryName,
  senderName,
} from './github-names.ts'
import { translatePullRequest } from './github-pull-request.ts'
import {
  translateFork,
  translateMember,
  translatePing,
  translateRelease,
  translateRepository,
  translateStar,
} from './github-repository.ts'
import { commentVerb, translateReview, translateReviewComment } from './github-review.ts'
import { describeUpkeep } from './github-upkeep.ts'

const translateIssue: Translate = (payload) => {
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

/** For issues and pull requests, which are issues too. */
const translateIssueComment: Translate = (payload) => {
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

const translateCommitComment: Translate = (payload) => {
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

const translateDiscussion: Translate = (payload) => {
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

const translateDiscussionComment: Translate = (payload) => {
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

/** Completed check runs, check suites and workflow runs. */
const translateRun =
  (key: 'check_run' | 'check_suite' | 'workflow_run'): Translate =>
  (payload, context) => {
    if (payload.text('action') !== 'completed') return undefined
    const run = payload.object(key)
    const branch = run.optionalText(key === 'check_run' ? 'check_suite.head_branch' : 'head_branch')
    if (!isBranchWanted(context, branch)) return undefined
    const outcome = run.optionalText('conclusion') ?? 'neutral'
    const name =
      key === 'check_suite'
        ? `Checks by ${run.optionalText('app.name') ?? 'an app'}`
        : `${key === 'check_run' ? 'Check' : 'Workflow'} ${run.text('name')}`
    const where = branch === undefined ? code(run.text('head_sha').slice(0, 7)) : code(branch)
    return {
      topic: branchTopic(payload, branch),
      content: `${outcomeMark(outcome)} ${link(name, run.optionalText('html_url'))} on ${where}: ${spoken(outcome)}`,
    }
  }

/** Commit statuses, as services without checks report them. */
const translateStatus: Translate = (payload, context) => {
  const state = payload.text('state')
  const branches = payload.optionalList('branches').map((branch) => branch.text('name'))
  if (state === 'pending') return undefined
  if (branches.length > 0 && !branches.some((branch) => isBranchWanted(context, branch))) return undefined
  const context_ = link(payload.text('context'), payload.optionalText('target_url'))
  return {
    topic: branchTopic(payload, branches[0]),
    content: lines(
      `${outcomeMark(state)} ${context_} on commit ${link(payload.text('sha').slice(0, 7), payload.optionalText('commit.html_url'))}: ${spoken(state)}`,
      quotePlain(payload.optionalText('description')),
    ),
  }
}

const translateDeployment: Translate = (payload) => ({
  topic: branchTopic(payload, payload.text('deployment.ref')),
  content: lines(
    `${senderName(payload)} started a deployment of ${code(payload.text('deployment.ref'))} to **${plain(payload.text('deployment.environment'))}**`,
    quotePlain(payload.optionalText('deployment.description')),
  ),
})

const translateDeploymentStatus: Translate = (payload) => {
  const status = payload.object('deployment_status')
  const state = status.text('state')
  if (['pending', 'queued', 'in_progress'].includes(state)) return undefined
  const url = status.optionalText('environment_url') ?? status.optionalText('target_url')
  return {
    topic: branchTopic(payload, payload.text('deployment.ref')),
    content: lines(
      `${outcomeMark(state)} ${link('Deployment', url)} of ${code(payload.text('deployment.ref'))} to **${plain(payload.text('deployment.environment'))}**: ${spoken(state)}`,
      quotePlain(status.optionalText('description')),
    ),
  }
}

const spoken = (outcome: string) => plain(outcome.replaceAll('_', ' '))

const translatePush: Translate = (payload, context) => {
  const ref = payload.text('ref')
  if (isTag(ref)) return { topic: repositoryName(payload), content: tagText(payload, branchOf(ref)) }
  const branch = branchOf(ref)
  if (!isBranchWanted(context, branch)) return undefined
  return { topic: branchTopic(payload, branch), content: branchText(payload, branch) }
}

/** `create` and `delete` of a branch or a tag. */
const translateRef =
  (verb: string): Translate =>
  (payload, context) => {
    const kind = payload.text('ref_type')
    const ref = payload.text('ref')
    if (kind === 'branch' && !isBranchWanted(context, ref)) return undefined
    return {
      topic: branchTopic(payload, kind === 'branch' ? ref : undefined),
      content: `${senderName(payload)} ${verb} ${plain(kind)} ${code(ref)}`,
    }
  }

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
    'As **Content type**, choose `application/json`; a form works too. Leave **Secret** empty, or enter the secret that you store with the bot (see below).',
    'Choose the events that you want messages for. `push` includes new branches and tags, so you do not also need `create` and `delete`.',
    'Choose **Add webhook**. GitHub sends a test request at once, and a message confirms that it works.',
  ],
  events,
  excludeExample: ['pull_request.labeled', 'star'],
  signature: hmacSignature({
    header: 'X-Hub-Signature-256',
    prefix: 'sha256=',
    secret: 'what you enter as **Secret**',
  }),
  options: ['only_events', 'exclude_events', 'branches', 'ignore_private_repositories'],
  translate: unlessPrivate,
  fixtures: async () => (await import('./github-fixtures.ts')).githubFixtures,
}

function tagText(payload: Payload, tag: string): string {
  const pusher = plain(payload.text('pusher.name'))
  if (payload.flag('deleted')) return `${pusher} deleted tag ${code(tag)}`
  return `${pusher} ${link('pushed', payload.optionalText('compare'))} tag ${code(tag)}`
}

function branchText(payload: Payload, branch: string): string {
  const pusher = payload.text('pusher.name')
  if (payload.flag('deleted')) return `${plain(pusher)} deleted branch ${code(branch)}`
  const commits = payload.list('commits').map(readCommit)
  const size = payload.size('commits')
  return lines(
    `${plain(pusher)} ${whatHappened(payload, code(branch), size)}`,
    commitBullets(commits, size, pusher),
  )
}

function whatHappened(payload: Payload, branch: string, size: number): string {
  const compare = payload.optionalText('compare')
  const commits = count(size, 'commit')
  if (payload.flag('created')) {
    const pushed = `${link('pushed', compare)} new branch ${branch}`
    return size === 0 ? pushed : `${pushed} with ${commits}:`
  }
  if (payload.flag('forced'))
    return `${link('force-pushed', compare)} ${branch}${size === 0 ? '' : `, ${commits}:`}`
  return `${link(`pushed ${commits}`, compare)} to ${branch}${size === 0 ? '' : ':'}`
}

function readCommit(commit: Payload) {
  return {
    sha: commit.text('id'),
    message: commit.text('message'),
    url: commit.optionalText('url'),
    author: commit.optionalText('author.username') ?? commit.optionalText('author.name'),
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
