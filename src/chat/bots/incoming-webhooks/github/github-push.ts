import { branchOf, commitBullets, isBranchWanted, isTag } from '../../webhook-texts/git-texts.ts'
import { code, count, lines, link } from '../../webhook-texts/markdown-parts.ts'
import { plain } from '../../webhook-texts/plain-text.ts'
import type { Translate } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { branchTopic, repositoryName, senderName } from './github-names.ts'

export const translatePush: Translate = (payload, context) => {
  const ref = payload.text('ref')
  if (isTag(ref)) return { topic: repositoryName(payload), content: tagText(payload, branchOf(ref)) }
  const branch = branchOf(ref)
  if (!isBranchWanted(context, branch)) return undefined
  return { topic: branchTopic(payload, branch), content: branchText(payload, branch) }
}

/** `create` and `delete` of a branch or a tag. */
export const translateRef =
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
