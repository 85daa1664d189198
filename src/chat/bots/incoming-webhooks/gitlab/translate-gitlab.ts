import { encodeUrlComponent } from '../../../markdown/is-safe-url.ts'
import type { Integration, Translate } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { tokenSignature } from '../signatures/signature.ts'
import { branchOf, commitBullets, isBranchWanted } from '../texts/git-texts.ts'
import { lookUp } from '../texts/look-up.ts'
import { bullets, code, count, lines, link, quote, quotePlain } from '../texts/markdown-parts.ts'
import { outcomeMark } from '../texts/outcome-mark.ts'
import { plain } from '../texts/plain-text.ts'
import { eventHeader, translateByEvent } from '../translate-by-event.ts'
import { unexpectedEvent } from '../webhook-errors.ts'
import { translateIssue, translateNote } from './gitlab-issue.ts'
import { translateMergeRequest } from './gitlab-merge-request.ts'
import { branchTopic, projectName, userName } from './gitlab-names.ts'

const translatePush: Translate = (payload, context) => {
  const branch = branchOf(payload.text('ref'))
  if (!isBranchWanted(context, branch)) return undefined
  return { topic: branchTopic(payload, branch), content: branchText(payload, code(branch)) }
}

const translateTagPush: Translate = (payload) => {
  const tag = branchOf(payload.text('ref'))
  const verb = isNothing(payload.text('after')) ? 'deleted' : 'pushed'
  const address = `${payload.text('project.web_url')}/-/tags/${encodeUrlComponent(tag)}`
  return {
    topic: projectName(payload),
    content: `${userName(payload)} ${link(verb, verb === 'deleted' ? undefined : address)} tag ${code(tag)}`,
  }
}

/** All zeros mean that there is no commit: before the first push, and after a deletion. */
const isNothing = (sha: string) => /^0+$/.test(sha)

const ended = new Set(['success', 'failed', 'canceled', 'skipped'])

const translatePipeline: Translate = (payload, context) => {
  const pipeline = payload.object('object_attributes')
  const [branch, status] = [pipeline.text('ref'), pipeline.text('status')]
  if (!ended.has(status) || !isBranchWanted(context, branch)) return undefined
  const id = pipeline.label('id')
  const url =
    pipeline.optionalText('url') ?? `${payload.text('project.web_url')}/-/pipelines/${encodeUrlComponent(id)}`
  const duration = pipeline.optionalNumber('duration')
  const failed = payload.optionalList('builds').filter((build) => build.text('status') === 'failed')
  return {
    topic: branchTopic(payload, branch),
    content: lines(
      `${outcomeMark(status)} ${link(`Pipeline ${id}`, url)} on ${code(branch)}: ${status}${duration === undefined ? '' : ` after ${Math.round(duration)} s`}`,
      bullets(failed, (build) => `${plain(build.text('stage'))}: ${jobLink(payload, build)} failed`),
    ),
  }
}

/** One job; older servers call it a build. */
const translateJob: Translate = (payload, context) => {
  const [branch, status] = [payload.text('ref'), payload.text('build_status')]
  if (!ended.has(status) || !isBranchWanted(context, branch)) return undefined
  const home = payload.text('repository.homepage')
  const url = `${home}/-/jobs/${encodeUrlComponent(payload.label('build_id'))}`
  const project = payload.optionalText('project.name') ?? payload.text('repository.name')
  return {
    topic: `${project} / ${branch}`,
    content: `${outcomeMark(status)} ${link(`Job ${payload.text('build_name')}`, url)} of stage ${plain(payload.text('build_stage'))} on ${code(branch)}: ${status}`,
  }
}

const verbs = { create: 'created', update: 'updated', delete: 'deleted' }

const translateWikiPage: Translate = (payload) => {
  const page = payload.object('object_attributes')
  const verb = lookUp(verbs, page.text('action'))
  if (verb === undefined) throw unexpectedEvent('GitLab', `Wiki Page Hook.${page.text('action')}`)
  return {
    topic: `${projectName(payload)} / wiki`,
    content: lines(
      `${userName(payload)} ${verb} wiki page ${link(page.text('title'), verb === 'deleted' ? undefined : page.optionalText('url'))}`,
      quotePlain(page.optionalText('message')),
    ),
  }
}

const translateRelease: Translate = (payload) => {
  const action = payload.text('action')
  const verb = lookUp(verbs, action)
  if (verb === undefined) throw unexpectedEvent('GitLab', `Release Hook.${action}`)
  return {
    topic: `${projectName(payload)} / releases`,
    content: lines(
      `Release ${link(payload.text('name'), payload.optionalText('url'))} (${code(payload.text('tag'))}) was ${verb}`,
      action === 'create' ? quote(payload.optionalText('description')) : undefined,
    ),
  }
}

export const gitlab: Integration = {
  name: 'gitlab',
  displayName: 'GitLab',
  summary: 'Pushes, merge requests, issues, comments, pipelines, wiki pages and releases of a project.',
  setup: [
    'In GitLab, open **Settings** of the project or group, then **Webhooks**, and choose **Add new webhook**.',
    'As **URL**, enter this address:\n\n```\nADDRESS\n```',
    'Leave **Secret token** empty, and under **Trigger** choose the events that you want messages for.',
    'Choose **Add webhook**. To send an example of an event, choose **Test** in the list of webhooks.',
  ],
  excludeExample: ['Merge Request Hook.update', 'Job Hook'],
  signature: tokenSignature('X-Gitlab-Token', 'what you enter as **Secret token**'),
  options: ['only_events', 'exclude_events', 'branches'],
  ...translateByEvent({
    displayName: 'GitLab',
    eventOf: (_payload, context) => eventHeader('X-Gitlab-Event', context),
    actionOf: (payload) => payload.optionalText('object_attributes.action'),
    translations: {
      'Push Hook': translatePush,
      'Tag Push Hook': translateTagPush,
      'Merge Request Hook': translateMergeRequest,
      'Issue Hook': translateIssue,
      'Confidential Issue Hook': translateIssue,
      'Note Hook': translateNote,
      'Confidential Note Hook': translateNote,
      'Pipeline Hook': translatePipeline,
      'Job Hook': translateJob,
      'Build Hook': translateJob,
      'Wiki Page Hook': translateWikiPage,
      'Release Hook': translateRelease,
    },
  }),
  fixtures: async () => (await import('./gitlab-fixtures.ts')).gitlabFixtures,
}

function jobLink(payload: Payload, build: Payload): string {
  const id = encodeUrlComponent(build.label('id'))
  return link(build.text('name'), `${payload.text('project.web_url')}/-/jobs/${id}`)
}

function branchText(payload: Payload, branch: string): string {
  const user = userName(payload)
  if (isNothing(payload.text('after'))) return `${user} deleted branch ${branch}`
  const size = Math.max(payload.size('commits'), payload.optionalNumber('total_commits_count') ?? 0)
  const commits = payload.list('commits').map(readCommit)
  return lines(
    `${user} ${whatHappened(payload, branch, size)}`,
    commitBullets(commits, size, payload.text('user_name')),
  )
}

function whatHappened(payload: Payload, branch: string, size: number): string {
  const [before, after] = [payload.text('before'), payload.text('after')]
  const project = payload.text('project.web_url')
  if (isNothing(before)) {
    const pushed = `${link('pushed', `${project}/-/commits/${after}`)} new branch ${branch}`
    return size === 0 ? pushed : `${pushed} with ${count(size, 'commit')}:`
  }
  const compare = `${project}/-/compare/${before}...${after}`
  return `${link(`pushed ${count(size, 'commit')}`, compare)} to ${branch}${size === 0 ? '' : ':'}`
}

function readCommit(commit: Payload) {
  return {
    sha: commit.text('id'),
    message: commit.text('message'),
    url: commit.optionalText('url'),
    author: commit.optionalText('author.name'),
  }
}
