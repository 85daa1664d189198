import type { Integration, Translate, Translated } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { hmacSignature } from '../signatures/signature.ts'
import { commitBullets, isBranchWanted, itemTopic } from '../texts/git-texts.ts'
import { code, count, lines, link, quote, quotePlain } from '../texts/markdown-parts.ts'
import { outcomeMark } from '../texts/outcome-mark.ts'
import { plain } from '../texts/plain-text.ts'
import { eventHeader, translateByEvent } from '../translate-by-event.ts'
import { serverTranslations } from './bitbucket-server.ts'

const repository = (payload: Payload) => payload.text('repository.name')

const who = (person: Payload) =>
  plain(person.optionalText('display_name') ?? person.optionalText('nickname') ?? 'Somebody')

const actor = (payload: Payload) => who(payload.object('actor'))

const page = (item: Payload) => item.optionalText('links.html.href')

const numbered = (item: Payload) => link(`#${item.number('id')} ${item.text('title')}`, page(item))

const translatePush: Translate = (payload, context) =>
  payload.list('push.changes').flatMap((change): Translated[] => {
    const target = change.optionalObject('new') ?? change.object('old')
    const [name, isTag] = [target.text('name'), target.text('type') === 'tag']
    if (!isTag && !isBranchWanted(context, name)) return []
    const topic = isTag ? repository(payload) : `${repository(payload)} / ${name}`
    return [{ topic, content: `${actor(payload)} ${pushText(payload, change, `${isTag ? 'tag' : ''}`)}` }]
  })

function pushText(payload: Payload, change: Payload, tag: string): string {
  const kind = tag === '' ? 'branch' : tag
  const after = change.optionalObject('new')
  if (!after) return `deleted ${kind} ${code(change.text('old.name'))}`
  const name = code(after.text('name'))
  const commits = change.optionalList('commits')
  const url = page(change) ?? page(after)
  if (commits.length === 0) return `${link('pushed', url)} ${change.has('old') ? '' : 'new '}${kind} ${name}`
  const verb = change.flag('forced') ? 'force-pushed' : 'pushed'
  const some = `${count(commits.length, 'commit')}${change.flag('truncated') ? ' or more' : ''}`
  const pushed = commits.map((commit) => ({
    sha: commit.text('hash'),
    message: commit.text('message'),
    url: page(commit),
    author: commit.optionalObject('author.user')?.optionalText('display_name'),
  }))
  const pusher = payload.optionalText('actor.display_name') ?? ''
  return lines(
    `${link(`${verb} ${some}`, url)} to ${name}:`,
    commitBullets(pushed, change.size('commits'), pusher),
  )
}

/** `say` gets the linked item, and the pull request or issue. */
const onItem =
  (key: 'pullrequest' | 'issue', say: (item: string, about: Payload) => string, text?: string): Translate =>
  (payload) => {
    const item = payload.object(key)
    const kind = key === 'issue' ? 'issue' : 'PR'
    return {
      topic: itemTopic(repository(payload), `${kind} #${item.number('id')}`, item.text('title')),
      content: lines(
        `${actor(payload)} ${say(numbered(item), item)}`,
        text === undefined ? '' : quote(payload.optionalText(text)),
      ),
    }
  }

const onPullRequest = (verb: string): Translate => onItem('pullrequest', (item) => `${verb} PR ${item}`)

const route = (request: Payload) =>
  `from ${code(request.text('source.branch.name'))} into ${code(request.text('destination.branch.name'))}`

const onComment = (key: 'pullrequest' | 'issue'): Translate => {
  const name = key === 'issue' ? 'issue' : 'PR'
  return (payload, context) => {
    const commented = link('commented', page(payload.object('comment')))
    return onItem(key, (item) => `${commented} on ${name} ${item}`, 'comment.content.raw')(payload, context)
  }
}

const translateBuild: Translate = (payload, context) => {
  const build = payload.object('commit_status')
  const [state, branch] = [build.text('state'), build.optionalText('refname')]
  if (state === 'INPROGRESS' || !isBranchWanted(context, branch)) return undefined
  const name = link(build.optionalText('name') ?? build.text('key'), build.optionalText('url'))
  return {
    topic: branch === undefined ? repository(payload) : `${repository(payload)} / ${branch}`,
    content: lines(
      `${outcomeMark(state.toLowerCase())} ${name}: ${plain(state.toLowerCase())}`,
      quotePlain(build.optionalText('description')),
    ),
  }
}

export const bitbucket: Integration = {
  name: 'bitbucket',
  displayName: 'Bitbucket',
  summary: 'Pushes, pull requests, builds and issues, of Bitbucket Cloud and of Bitbucket Data Center.',
  setup: [
    'In Bitbucket, open **Repository settings**, then **Webhooks**, and choose **Add webhook** (in Data Center **Create webhook**).',
    'As **URL**, enter this address:\n\n```\nADDRESS\n```',
    'Choose the triggers that you want messages for, and save.',
  ],
  options: ['only_events', 'exclude_events', 'branches'],
  signature: hmacSignature({
    header: 'X-Hub-Signature',
    prefix: 'sha256=',
    secret: 'what you enter as **Secret** of the webhook',
  }),
  ...translateByEvent({
    displayName: 'Bitbucket',
    eventOf: (_payload, context) => eventHeader('X-Event-Key', context),
    translations: {
      'repo:push': translatePush,
      'repo:commit_status_created': translateBuild,
      'repo:commit_status_updated': translateBuild,
      'pullrequest:created': onItem(
        'pullrequest',
        (item, request) => `opened PR ${item}, ${route(request)}`,
        'pullrequest.description',
      ),
      'pullrequest:updated': onPullRequest('updated'),
      'pullrequest:approved': onPullRequest('approved'),
      'pullrequest:unapproved': onPullRequest('took back the approval of'),
      'pullrequest:changes_request_created': onPullRequest('requested changes to'),
      'pullrequest:changes_request_removed': onPullRequest('no longer requests changes to'),
      'pullrequest:fulfilled': onPullRequest('merged'),
      'pullrequest:rejected': onPullRequest('declined'),
      'pullrequest:comment_created': onComment('pullrequest'),
      'issue:created': onItem('issue', (item) => `opened issue ${item}`, 'issue.content.raw'),
      'issue:updated': onItem('issue', (item) => `updated issue ${item}`),
      'issue:comment_created': onComment('issue'),
      ...serverTranslations,
    },
  }),
  fixtures: async () => (await import('./bitbucket-fixtures.ts')).bitbucketFixtures,
}
