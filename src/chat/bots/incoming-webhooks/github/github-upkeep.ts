import type { Payload } from '../payload.ts'
import { code } from '../texts/markdown-parts.ts'
import { plain } from '../texts/plain-text.ts'

/** Actions common to issues and pull requests; `item` is a link. Undefined for other actions. */
export function describeUpkeep(payload: Payload, action: string, item: string): string | undefined {
  switch (action) {
    case 'assigned':
      return `assigned ${assignee(payload)} to ${item}`
    case 'unassigned':
      return `unassigned ${assignee(payload)} from ${item}`
    case 'labeled':
      return `added the label ${code(payload.text('label.name'))} to ${item}`
    case 'unlabeled':
      return `removed the label ${code(payload.text('label.name'))} from ${item}`
    case 'milestoned':
      return `added ${item} to the milestone ${milestone(payload)}`
    case 'demilestoned':
      return `removed ${item} from the milestone ${milestone(payload)}`
    case 'edited':
      return describeEdit(payload, item)
    case 'reopened':
    case 'locked':
    case 'unlocked':
    case 'pinned':
    case 'unpinned':
    case 'deleted':
      return `${action} ${item}`
    default:
      return undefined
  }
}

const assignee = (payload: Payload) => plain(payload.text('assignee.login'))

const milestone = (payload: Payload) => `*${plain(payload.text('milestone.title'))}*`

function describeEdit(payload: Payload, item: string): string {
  const title = payload.optionalText('changes.title.from')
  if (title !== undefined) return `changed the title of ${item}, which was “${plain(title)}”`
  const base = payload.optionalText('changes.base.ref.from')
  if (base !== undefined) return `changed the target of ${item}, which was ${code(base)}`
  return `edited ${item}`
}
