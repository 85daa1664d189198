import type { Integration, Translate } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { hmacSignature } from '../signatures/signature.ts'
import { branchOf, commitBullets, isBranchWanted, isTag, itemTopic } from '../texts/git-texts.ts'
import { lookUp } from '../texts/look-up.ts'
import { code, count, lines, link, quote } from '../texts/markdown-parts.ts'
import { plain } from '../texts/plain-text.ts'
import { eventHeader, translateByEvent } from '../translate-by-event.ts'

const repository = (payload: Payload) => payload.text('repository.name')

const who = (payload: Payload, key = 'sender') =>
  plain(payload.optionalText(`${key}.full_name`) ?? payload.text(`${key}.login`))

const translatePush: Translate = (payload, context) => {
  const ref = payload.text('ref')
  const branch = branchOf(ref)
  // Tags have an event of their own.
  if (isTag(ref) || !isBranchWanted(context, branch)) return undefined
  const commits = payload.optionalList('commits').map((commit) => ({
    sha: commit.text('id'),
    message: commit.text('message'),
    url: commit.optionalText('url'),
    author: commit.optionalText('author.name'),
  }))
  const total = payload.optionalNumber('total_commits') ?? commits.length
  const pushed = link(`pushed ${count(total, 'commit')}`, payload.optionalText('compare_url'))
  const pusher = payload.optionalText('pusher.full_name') ?? payload.text('pusher.login')
  return {
    topic: `${repository(payload)} / ${branch}`,
    content: lines(
      `${plain(pusher)} ${pushed} to ${code(branch)}:`,
      commitBullets(commits, Math.max(total, commits.length), pusher),
    ),
  }
}

const translateRef =
  (verb: string): Translate =>
  (payload) => ({
    topic: repository(payload),
    content: `${who(payload)} ${verb} ${plain(payload.text('ref_type'))} ${code(branchOf(payload.text('ref')))}`,
  })

function onItem(payload: Payload, key: 'issue' | 'pull_request', say: (item: string) => string, text = '') {
  const item = payload.object(key)
  const [number, title] = [item.number('number'), item.text('title')]
  const isRequest = key === 'pull_request' || payload.flag('is_pull')
  return {
    topic: itemTopic(repository(payload), `${isRequest ? 'PR' : 'issue'} #${number}`, title),
    content: lines(
      `${who(payload)} ${say(`${isRequest ? 'PR' : 'issue'} ${link(`#${number} ${title}`, item.optionalText('html_url'))}`)}`,
      quote(text),
    ),
  }
}

/** Gitea's names are past participles, which are the verbs of our sentences: `opened`, `label_updated`. */
const verbOf = (payload: Payload) => plain(payload.text('action').replaceAll('_', ' '), 40)

const translateIssue: Translate = (payload) => {
  const text = payload.text('action') === 'opened' ? payload.optionalText('issue.body') : undefined
  return onItem(payload, 'issue', (item) => `${verbOf(payload)} ${item}`, text)
}

const translateComment: Translate = (payload) => {
  const verb = lookUp({ created: 'commented', edited: 'edited a comment' }, payload.text('action'))
  if (verb === undefined) return onItem(payload, 'issue', (item) => `deleted a comment on ${item}`)
  const comment = payload.object('comment')
  const linked = link(verb, comment.optionalText('html_url'))
  return onItem(payload, 'issue', (item) => `${linked} on ${item}`, comment.text('body'))
}

const translatePullRequest: Translate = (payload) => {
  const request = payload.object('pull_request')
  const action = payload.text('action')
  if (action === 'opened') {
    const route = `from ${code(request.text('head.ref'))} into ${code(request.text('base.ref'))}`
    return onItem(payload, 'pull_request', (item) => `opened ${item}, ${route}`, request.optionalText('body'))
  }
  if (action === 'synchronized')
    return onItem(payload, 'pull_request', (item) => `pushed new commits to ${item}`)
  const verb = action === 'closed' && request.flag('merged') ? 'merged' : verbOf(payload)
  return onItem(payload, 'pull_request', (item) => `${verb} ${item}`)
}

const translateReview =
  (verb: string): Translate =>
  (payload) =>
    onItem(payload, 'pull_request', (item) => `${verb} ${item}`, payload.optionalText('review.content'))

const translateRelease: Translate = (payload) => {
  const release = payload.object('release')
  const name = release.optionalText('name') ?? release.text('tag_name')
  return {
    topic: `${repository(payload)} / releases`,
    content: lines(
      `${who(payload)} ${verbOf(payload)} release ${link(name, release.optionalText('html_url'))} (${code(release.text('tag_name'))})`,
      payload.text('action') === 'published' ? quote(release.optionalText('body')) : '',
    ),
  }
}

const translateFork: Translate = (payload) => ({
  topic: payload.text('forkee.name'),
  content: `${who(payload)} forked ${plain(payload.text('forkee.full_name'))} to ${link(payload.text('repository.full_name'), payload.optionalText('repository.html_url'))}`,
})

/** Gitea, and Forgejo, which comes from it: the same payloads, with headers of their own. */
export const giteaLike = (
  displayName: string,
  name: string,
  summary: string,
): Omit<Integration, 'fixtures'> => ({
  name,
  displayName,
  summary,
  setup: [
    `In ${displayName}, open the **Settings** of the repository or organization, then **Webhooks**, and add a webhook of type **${displayName}**.`,
    'As **Target URL**, enter this address:\n\n```\nADDRESS\n```',
    'Keep **POST** and **application/json**, choose the events that you want messages for, and save. To check that it works, choose **Test delivery**.',
  ],
  options: ['only_events', 'exclude_events', 'branches'],
  signature: hmacSignature({
    header: `X-${displayName}-Signature`,
    secret: 'what you enter as **Secret** of the webhook',
  }),
  ...translateByEvent({
    displayName,
    eventOf: (_payload, context) => eventHeader(`X-${displayName}-Event`, context),
    actionOf: (payload) => payload.optionalText('action'),
    translations: {
      push: translatePush,
      create: translateRef('created'),
      delete: translateRef('deleted'),
      issues: translateIssue,
      issue_comment: translateComment,
      pull_request: translatePullRequest,
      pull_request_approved: translateReview('approved'),
      pull_request_rejected: translateReview('requested changes to'),
      pull_request_comment: translateReview('reviewed'),
      release: translateRelease,
      fork: translateFork,
    },
  }),
})
