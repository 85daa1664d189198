import type { Translate } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { lookUp } from '../texts/look-up.ts'
import { code, lines, link, quote } from '../texts/markdown-parts.ts'
import { plain } from '../texts/plain-text.ts'
import { unexpectedEvent } from '../webhook-errors.ts'
import { numberedLink, numberedTopic, projectName, userName } from './gitlab-names.ts'

const verbs = { open: 'opened issue', close: 'closed', reopen: 'reopened', update: 'updated' }

export const translateIssue: Translate = (payload) => {
  const issue = payload.object('object_attributes')
  // Missing in GitLab's test requests.
  const action = issue.optionalText('action') ?? 'update'
  const verb = lookUp(verbs, action)
  if (verb === undefined) throw unexpectedEvent('GitLab', `Issue Hook.${action}`)
  const item = numberedLink(issue, '#')
  const what =
    action === 'update' ? describeChanges(payload, item) : `${verb} ${item}${forWhom(payload, action)}`
  return {
    topic: numberedTopic(payload, issue, 'issue #'),
    content: lines(
      `${userName(payload)} ${what}`,
      action === 'open' ? quote(issue.optionalText('description')) : undefined,
    ),
  }
}

function forWhom(payload: Payload, action: string): string {
  const names = people(payload.optionalList('assignees'))
  return action === 'open' && names !== '' ? ` for ${names}` : ''
}

const people = (list: readonly Payload[]) => list.map((person) => plain(person.text('name'))).join(', ')

/** Describes the changed fields; GitLab lists before and after of every field. */
export function describeChanges(payload: Payload, item: string): string {
  const changes = payload.optionalObject('changes')
  const title = changes?.optionalText('title.previous')
  if (title !== undefined) return `changed the title of ${item}, which was “${plain(title)}”`
  if (changes?.has('assignees')) {
    const names = people(changes.optionalList('assignees.current'))
    return names === '' ? `unassigned ${item}` : `assigned ${names} to ${item}`
  }
  if (changes?.has('labels')) {
    const labels = changes.optionalList('labels.current').map((label) => code(label.text('title')))
    return labels.length === 0
      ? `removed all labels from ${item}`
      : `set the labels of ${item} to ${labels.join(', ')}`
  }
  return `updated ${item}`
}

/** A comment on an issue, a merge request, a commit or a snippet. */
export const translateNote: Translate = (payload) => {
  const note = payload.object('object_attributes')
  const { topic, item } = commented(payload, note)
  return {
    topic,
    content: lines(
      `${userName(payload)} ${link('commented', note.optionalText('url'))} on ${item}`,
      quote(note.text('note')),
    ),
  }
}

function commented(payload: Payload, note: Payload): { topic: string; item: string } {
  const kind = note.text('noteable_type')
  switch (kind) {
    case 'Issue': {
      const issue = payload.object('issue')
      return { topic: numberedTopic(payload, issue, 'issue #'), item: numberedLink(issue, '#') }
    }
    case 'MergeRequest': {
      const request = payload.object('merge_request')
      return { topic: numberedTopic(payload, request, 'MR !'), item: numberedLink(request, '!') }
    }
    case 'Commit': {
      const sha = payload.text('commit.id').slice(0, 7)
      const item = `commit ${link(sha, payload.optionalText('commit.url'))}`
      return { topic: projectName(payload), item }
    }
    case 'Snippet':
      return { topic: projectName(payload), item: `snippet ${plain(payload.text('snippet.title'))}` }
    default:
      throw unexpectedEvent('GitLab', `Note Hook.${kind}`)
  }
}
