import { encodeUrlComponent } from '../../../markdown/encode-url-component.ts'
import { branchOf, commitBullets, isBranchWanted } from '../../webhook-texts/git-texts.ts'
import { code, count, lines, link } from '../../webhook-texts/markdown-parts.ts'
import type { Translate } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { branchTopic, projectName, userName } from './gitlab-names.ts'

export const translatePush: Translate = (payload, context) => {
  const branch = branchOf(payload.text('ref'))
  if (!isBranchWanted(context, branch)) return undefined
  return { topic: branchTopic(payload, branch), content: branchText(payload, code(branch)) }
}

export const translateTagPush: Translate = (payload) => {
  const tag = branchOf(payload.text('ref'))
  const verb = isNothing(payload.text('after')) ? 'deleted' : 'pushed'
  const address = `${payload.text('project.web_url')}/-/tags/${encodeUrlComponent(tag)}`
  return {
    topic: projectName(payload),
    content: `${userName(payload)} ${link(verb, verb === 'deleted' ? undefined : address)} tag ${code(tag)}`,
  }
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

/** All zeros mean that there is no commit: before the first push, and after a deletion. */
const isNothing = (sha: string) => /^0+$/.test(sha)

function readCommit(commit: Payload) {
  return {
    sha: commit.text('id'),
    message: commit.text('message'),
    url: commit.optionalText('url'),
    author: commit.optionalText('author.name'),
  }
}
