import { lookUp } from '../../webhook-texts/look-up.ts'
import { code, lines, link, quote, quotePlain } from '../../webhook-texts/markdown-parts.ts'
import type { Translate } from '../integration.ts'
import { unexpectedEvent } from '../webhook-errors.ts'
import { projectName, userName } from './gitlab-names.ts'

const verbs = { create: 'created', update: 'updated', delete: 'deleted' }

export const translateWikiPage: Translate = (payload) => {
  const page = payload.object('object_attributes')
  const verb = lookUp(verbs, page.text('action'))
  if (verb === undefined) throw unexpectedEvent('GitLab', `Wiki Page Hook.${page.text('action')}`)
  return {
    topic: `${projectName(payload)} / wiki`,
    content: lines(
      `${userName(payload)} ${verb} wiki page ${link(page.text('title'), verb === 'deleted' ? undefined : page.optionalText('url'))}`,
      quotePlain(page.optionalText('message')),
    ),
  }
}

export const translateRelease: Translate = (payload) => {
  const action = payload.text('action')
  const verb = lookUp(verbs, action)
  if (verb === undefined) throw unexpectedEvent('GitLab', `Release Hook.${action}`)
  return {
    topic: `${projectName(payload)} / releases`,
    content: lines(
      `Release ${link(payload.text('name'), payload.optionalText('url'))} (${code(payload.text('tag'))}) was ${verb}`,
      action === 'create' ? quote(payload.optionalText('description')) : undefined,
    ),
  }
}
