import type { Translate, Translated } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { isBranchWanted, itemTopic } from '../texts/git-texts.ts'
import { lookUp } from '../texts/look-up.ts'
import { code, lines, link, quotePlain } from '../texts/markdown-parts.ts'
import { plain } from '../texts/plain-text.ts'

const actor = (payload: Payload) => plain(payload.text('actor.displayName'))

/** Newer servers link what they name; older ones send a list of null. */
function page(item: Payload): string | undefined {
  const [self] = item.optionalObject('links')?.optionalList('self') ?? []
  return self === undefined || self.value === null ? undefined : self.optionalText('href')
}

const verbs: Record<string, string> = { ADD: 'pushed new', UPDATE: 'pushed to', DELETE: 'deleted' }

/** The payload does not contain the commits. */
const translatePush: Translate = (payload, context) => {
  const repository = payload.text('repository.name')
  return payload.list('changes').flatMap((change): Translated[] => {
    const [name, isTag] = [change.text('ref.displayId'), change.text('ref.type') === 'TAG']
    if (!isTag && !isBranchWanted(context, name)) return []
    const verb = lookUp(verbs, change.text('type')) ?? 'changed'
    const topic = isTag ? repository : `${repository} / ${name}`
    return [{ topic, content: `${actor(payload)} ${verb} ${isTag ? 'tag' : 'branch'} ${code(name)}` }]
  })
}

const onPullRequest =
  (say: (item: string, request: Payload) => string, text?: string): Translate =>
  (payload) => {
    const request = payload.object('pullRequest')
    const [number, title] = [request.number('id'), request.text('title')]
    return {
      topic: itemTopic(request.text('toRef.repository.name'), `PR #${number}`, title),
      content: lines(
        `${actor(payload)} ${say(link(`#${number} ${title}`, page(request)), request)}`,
        text === undefined ? '' : quotePlain(payload.optionalText(text)),
      ),
    }
  }

const change = (verb: string) => onPullRequest((item) => `${verb} PR ${item}`)

const route = (request: Payload) =>
  `from ${code(request.text('fromRef.displayId'))} into ${code(request.text('toRef.displayId'))}`

/** The events of Bitbucket Data Center and Server, whose names differ from those of Bitbucket Cloud. */
export const serverTranslations: Readonly<Record<string, Translate>> = {
  'repo:refs_changed': translatePush,
  'pr:opened': onPullRequest(
    (item, request) => `opened PR ${item}, ${route(request)}`,
    'pullRequest.description',
  ),
  'pr:modified': change('edited'),
  'pr:from_ref_updated': change('pushed new commits to'),
  'pr:reviewer:approved': change('approved'),
  'pr:reviewer:unapproved': change('took back the approval of'),
  'pr:reviewer:needs_work': change('asks for more work on'),
  'pr:merged': change('merged'),
  'pr:declined': change('declined'),
  'pr:deleted': change('deleted'),
  'pr:comment:added': onPullRequest((item) => `commented on PR ${item}`, 'comment.text'),
  'diagnostics:ping': () => ({ topic: 'Bitbucket', content: 'The webhook of Bitbucket works. 🎉' }),
}
