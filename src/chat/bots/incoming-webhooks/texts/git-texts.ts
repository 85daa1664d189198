import type { WebhookContext } from '../integration.ts'
import { bullets, link } from './markdown-parts.ts'
import { matchesAny } from './match-wildcard.ts'
import { plain } from './plain-text.ts'

export interface PushedCommit {
  sha: string
  message: string
  url: string | undefined
  author: string | undefined
}

/** The titles of the commits; `size` is their total number. Names authors other than the pusher. */
export function commitBullets(commits: readonly PushedCommit[], size: number, pusher: string): string {
  return bullets(
    commits,
    ({ sha, message, url, author }) => {
      const by = author === undefined || author === pusher ? '' : ` (${plain(author)})`
      return `${link(sha.slice(0, 7), url)} ${plain(firstLine(message))}${by}`
    },
    { size },
  )
}

const firstLine = (message: string) => message.trimStart().slice(0, 1000).split('\n', 1)[0] ?? ''

export const branchOf = (ref: string) => ref.replace(/^refs\/(?:heads|tags)\//, '')

export const isTag = (ref: string) => ref.startsWith('refs/tags/')

/** Whether the URL's filter lets this branch through. Without a filter, all pass. */
export function isBranchWanted({ options }: WebhookContext, branch: string | undefined): boolean {
  const wanted = (options.branches ?? '').split(',').flatMap((pattern) => pattern.trim() || [])
  return wanted.length === 0 || (branch !== undefined && matchesAny(branch, wanted))
}

/** `repository / PR #12 Title`, truncated when it is sent. */
export const itemTopic = (repository: string, item: string, title: string) =>
  `${repository} / ${item} ${title}`
