import type { Payload } from '../payload.ts'
import { itemTopic } from '../texts/git-texts.ts'
import { link } from '../texts/markdown-parts.ts'
import { plain } from '../texts/plain-text.ts'

export const repositoryName = (payload: Payload) => payload.text('repository.name')

export const senderName = (payload: Payload) => plain(payload.text('sender.login'))

export const repositoryLink = (payload: Payload) =>
  link(payload.text('repository.full_name'), payload.optionalText('repository.html_url'))

/** `[#12 Title](address)` of an issue, pull request or discussion. */
export const numberedLink = (item: Payload) =>
  link(`#${item.number('number')} ${item.text('title')}`, item.optionalText('html_url'))

export function numberedTopic(payload: Payload, kind: string, item: Payload): string {
  return itemTopic(repositoryName(payload), `${kind} #${item.number('number')}`, item.text('title'))
}

export const branchTopic = (payload: Payload, branch: string | undefined) =>
  branch === undefined ? repositoryName(payload) : `${repositoryName(payload)} / ${branch}`

/** The body without HTML comments, which templates address to the author. */
export function bodyOf(item: Payload): string | undefined {
  const body = item.optionalText('body')
  return body === undefined ? undefined : withoutComments(body.slice(0, 8000))
}

/** An unclosed comment is kept as text. */
function withoutComments(text: string): string {
  const [first, ...others] = text.split('<!--')
  let kept = first!
  let open = ''
  for (const part of others) {
    const end = part.indexOf('-->')
    // This comment is inside of one that is not closed yet.
    if (end < 0) open += `<!--${part}`
    else {
      kept += part.slice(end + '-->'.length)
      open = ''
    }
  }
  return kept + open
}
