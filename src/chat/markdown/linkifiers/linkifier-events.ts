import { type Static, Type } from '@sinclair/typebox'
import type { Audience } from '../../audience.ts'
import type { NewChatEvent } from '../../chat-event-map.ts'
import type { LinkifiersTable } from './linkifiers-table.ts'
import { urlFormatOf } from './url-template.ts'

export const LinkifierSchema = Type.Object(
  {
    id: Type.Integer(),
    pattern: Type.String({ description: 'A regular expression, in the syntax of RE2.' }),
    url_template: Type.String({ description: 'With {name} for each named group of the pattern.' }),
  },
  { additionalProperties: false },
)

/** The format of older clients: the pattern, the URL with `%(name)s`, the id. */
export const FilterSchema = Type.Array(Type.Union([Type.String(), Type.Integer()]), {
  minItems: 3,
  maxItems: 3,
  description: 'The pattern, the URL with %(name)s for its groups, and the id.',
})

export const viewLinkifier = ({
  id,
  pattern,
  url_template,
}: LinkifiersTable): Static<typeof LinkifierSchema> => ({ id, pattern, url_template })

export const viewFilter = ({ id, pattern, url_template: template }: LinkifiersTable) => [
  pattern,
  urlFormatOf(template),
  id,
]

declare module '../../chat-event-map.ts' {
  interface ChatEventMap {
    realm_linkifiers: { realm_linkifiers: readonly ReturnType<typeof viewLinkifier>[] }
    realm_filters: { realm_filters: readonly ReturnType<typeof viewFilter>[] }
  }
}

const everyone: Audience = { role: 'everyone' }

/** Sends the whole list. */
export function linkifiersChanged(rows: readonly LinkifiersTable[]): NewChatEvent<'realm_linkifiers'> {
  return {
    type: 'realm_linkifiers',
    audience: everyone,
    payload: { realm_linkifiers: rows.map(viewLinkifier) },
  }
}

/** The same for older clients. */
export function filtersChanged(rows: readonly LinkifiersTable[]): NewChatEvent<'realm_filters'> {
  return { type: 'realm_filters', audience: everyone, payload: { realm_filters: rows.map(viewFilter) } }
}
