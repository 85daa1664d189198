import type { Translate } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { lookUp } from '../texts/look-up.ts'
import { code, lines, quote } from '../texts/markdown-parts.ts'
import { unexpectedEvent } from '../webhook-errors.ts'
import { describeChanges } from './gitlab-issue.ts'
import { numberedLink, numberedTopic, userName } from './gitlab-names.ts'

export const translateMergeRequest: Translate = (payload) => {
  const request = payload.object('object_attributes')
  // Missing in GitLab's test requests.
  const action = request.optionalText('action') ?? 'update'
  return {
    topic: numberedTopic(payload, request, 'MR !'),
    content: lines(
      `${userName(payload)} ${describe(payload, request, action)}`,
      action === 'open' ? quote(request.optionalText('description')) : undefined,
    ),
  }
}

const verbs: Record<string, string> = {
  close: 'closed',
  reopen: 'reopened',
  // If several approvals are required, `approval` is one of them, `approved` the last one.
  approved: 'approved',
  approval: 'approved',
  unapproved: 'took back the approval of',
  unapproval: 'took back the approval of',
}

function describe(payload: Payload, request: Payload, action: string): string {
  const item = numberedLink(request, '!')
  const target = code(request.text('target_branch'))
  if (action === 'open') {
    const kind = request.flag('draft') ? 'draft MR' : 'MR'
    return `opened ${kind} ${item}, from ${code(request.text('source_branch'))} into ${target}`
  }
  if (action === 'merge') return `merged ${item} into ${target}`
  if (action === 'update') {
    return request.has('oldrev') ? `pushed new commits to ${item}` : describeChanges(payload, item)
  }
  const verb = lookUp(verbs, action)
  if (verb === undefined) throw unexpectedEvent('GitLab', `Merge Request Hook.${action}`)
  return `${verb} ${item}`
}
