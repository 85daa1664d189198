import { Type } from '@sinclair/typebox'
import type { ChatPlatform } from '../../chat-platform.ts'
import { alias, integer, json, text } from '../../http/parameter.ts'
import { endpointOf } from '../../identity/calls/endpoint.ts'
import { PATTERN_LIMIT } from '../linkifier-pattern.ts'
import {
  addLinkifier,
  editLinkifier,
  getLinkifiers,
  removeLinkifier,
  reorderLinkifiers,
} from './change-linkifiers.ts'
import { URL_LIMIT } from './check-linkifier.ts'
import { FilterSchema, LinkifierSchema, viewFilter, viewLinkifier } from './linkifier-events.ts'

const endpoint = endpointOf<ChatPlatform>()

const exact = { additionalProperties: false }
const nothing = Type.Object({}, exact)
const filterId = integer('Which linkifier.')

const linkifier = {
  pattern: text(
    'A regular expression in the syntax of RE2, with named groups: `#(?P<id>[0-9]+)`.',
    Type.String({ maxLength: PATTERN_LIMIT }),
  ),
  url_template: alias(
    text(
      'The URL of the link: `https://example.com/{id}`, or with `%(id)s` as in older clients.',
      Type.String({ maxLength: URL_LIMIT }),
    ),
    'url_format_string',
  ),
}

export const linkifierRoutes = [
  endpoint({
    method: 'GET',
    path: '/realm/linkifiers',
    summary: 'Get linkifiers',
    description: 'Patterns of text that become links, in the order in which they are tried.',
    access: 'see the settings of the organization',
    parameters: {},
    response: Type.Object({ linkifiers: Type.Array(LinkifierSchema) }, exact),
    async handle({ chat, actor }) {
      return { linkifiers: (await getLinkifiers(chat, actor)).map(viewLinkifier) }
    },
  }),
  endpoint({
    method: 'PATCH',
    path: '/realm/linkifiers',
    summary: 'Reorder linkifiers',
    description: 'Where two linkifiers match, the earlier one wins.',
    access: 'change the settings of the organization',
    parameters: {
      ordered_linkifier_ids: json(
        'The ids of all linkifiers, in the new order.',
        Type.Array(Type.Integer(), { maxItems: 1000 }),
      ),
    },
    response: nothing,
    async handle({ chat, actor, input }) {
      await reorderLinkifiers(chat, actor, input.ordered_linkifier_ids)
      return {}
    },
  }),
  endpoint({
    method: 'GET',
    path: '/realm/filters',
    summary: 'Get linkifiers in their older form',
    access: 'see the settings of the organization',
    parameters: {},
    response: Type.Object({ filters: Type.Array(FilterSchema) }, exact),
    async handle({ chat, actor }) {
      return { filters: (await getLinkifiers(chat, actor)).map(viewFilter) }
    },
  }),
  endpoint({
    method: 'POST',
    path: '/realm/filters',
    summary: 'Add a linkifier',
    access: 'change the settings of the organization',
    parameters: linkifier,
    response: Type.Object({ id: Type.Integer() }, exact),
    async handle({ chat, actor, input: { pattern, url_template: url } }) {
      return { id: await addLinkifier(chat, actor, { pattern, url }) }
    },
  }),
  endpoint({
    method: 'PATCH',
    path: '/realm/filters/:filter_id',
    summary: 'Change a linkifier',
    description: 'Messages that were sent before keep their links.',
    access: 'change the settings of the organization',
    parameters: { filter_id: filterId, ...linkifier },
    response: nothing,
    async handle({ chat, actor, input: { filter_id: id, pattern, url_template: url } }) {
      await editLinkifier(chat, actor, id, { pattern, url })
      return {}
    },
  }),
  endpoint({
    method: 'DELETE',
    path: '/realm/filters/:filter_id',
    summary: 'Remove a linkifier',
    description: 'Messages that were sent before keep their links.',
    access: 'change the settings of the organization',
    parameters: { filter_id: filterId },
    response: nothing,
    async handle({ chat, actor, input }) {
      await removeLinkifier(chat, actor, input.filter_id)
      return {}
    },
  }),
]
