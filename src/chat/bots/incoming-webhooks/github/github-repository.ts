import type { Translate } from '../integration.ts'
import type { Payload } from '../payload.ts'
import { lookUp } from '../texts/look-up.ts'
import { code, count, lines, link, quote } from '../texts/markdown-parts.ts'
import { plain } from '../texts/plain-text.ts'
import { bodyOf, repositoryLink, repositoryName, senderName } from './github-names.ts'

/** The first request of a new webhook, of a repository or an organization. */
export const translatePing: Translate = (payload) => {
  const organization = payload.optionalText('organization.login')
  const events = payload.object('hook').texts('events').slice(0, 100)
  const where = payload.has('repository') ? repositoryLink(payload) : plain(organization ?? 'GitHub')
  return {
    topic: payload.has('repository') ? repositoryName(payload) : (organization ?? 'GitHub'),
    content: lines(
      `The webhook of ${where} works. 🎉`,
      events.length === 0
        ? undefined
        : `It sends ${events.includes('*') ? 'everything' : events.map(code).join(', ')}.`,
    ),
  }
}

export const translateRelease: Translate = (payload) => {
  const release = payload.object('release')
  const action = payload.text('action')
  // `created`, `released` and `prereleased` are sent in addition to `published`.
  if (!['published', 'edited', 'deleted', 'unpublished'].includes(action)) return undefined
  const kind = release.flag('prerelease') ? 'pre-release' : 'release'
  const name = link(
    release.optionalText('name') ?? release.text('tag_name'),
    release.optionalText('html_url'),
  )
  return {
    topic: `${repositoryName(payload)} / releases`,
    content: lines(
      `${senderName(payload)} ${action} ${kind} ${name} (${code(release.text('tag_name'))})`,
      action === 'published' ? quote(bodyOf(release)) : undefined,
    ),
  }
}

export const translateFork: Translate = (payload) => ({
  topic: repositoryName(payload),
  content: `${senderName(payload)} forked ${repositoryLink(payload)} to ${link(payload.text('forkee.full_name'), payload.optionalText('forkee.html_url'))}`,
})

/** GitHub calls a star `star`, and for historical reasons also `watch`. */
export const translateStar: Translate = (payload) => {
  const stars = payload.optionalNumber('repository.stargazers_count')
  const verb = payload.text('action') === 'deleted' ? 'took the star from' : 'starred'
  return {
    topic: repositoryName(payload),
    content: `${senderName(payload)} ${verb} ${repositoryLink(payload)}${stars === undefined ? '' : `, which has ${count(stars, 'star')}`}`,
  }
}

export const translateMember: Translate = (payload) => {
  const member = plain(payload.text('member.login'))
  const what: Record<string, string> = {
    added: `added ${member} to`,
    removed: `removed ${member} from`,
    edited: `changed what ${member} may do in`,
  }
  return repositoryMessage(payload, lookUp(what, payload.text('action')))
}

export const translateRepository: Translate = (payload) => {
  const before = payload.optionalText('changes.repository.name.from')
  const what: Record<string, string> = {
    created: 'created',
    deleted: 'deleted',
    archived: 'archived',
    unarchived: 'unarchived',
    edited: 'edited the description of',
    renamed: `renamed ${before === undefined ? 'a repository' : code(before)} to`,
    transferred: 'took over',
    publicized: 'made public:',
    privatized: 'made private:',
  }
  return repositoryMessage(payload, lookUp(what, payload.text('action')))
}

/** Returns undefined for unknown actions. */
function repositoryMessage(payload: Payload, what: string | undefined) {
  if (what === undefined) return undefined
  return {
    topic: repositoryName(payload),
    content: `${senderName(payload)} ${what} ${repositoryLink(payload)}`,
  }
}
