import { type Static, Type } from '@sinclair/typebox'
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
