import type { Payload } from '../payload.ts'
import { itemTopic } from '../texts/git-texts.ts'
import { link } from '../texts/markdown-parts.ts'
import { plain } from '../texts/plain-text.ts'

export const projectName = (payload: Payload) => payload.text('project.name')

/** Pipeline and job events name the user in a different field. */
export const userName = (payload: Payload) =>
  plain(payload.optionalText('user.name') ?? payload.text('user_name'))

export const branchTopic = (payload: Payload, branch: string) => `${projectName(payload)} / ${branch}`

/** `#7` for issues, `!7` for merge requests. */
export function numberedLink(item: Payload, sign: string): string {
  return link(`${sign}${item.number('iid')} ${item.text('title')}`, item.optionalText('url'))
}

export function numberedTopic(payload: Payload, item: Payload, kind: string): string {
  return itemTopic(projectName(payload), `${kind}${item.number('iid')}`, item.text('title'))
}
