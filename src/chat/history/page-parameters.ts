import { Type } from '@sinclair/typebox'
import { alias, boolean, converted, otherwise } from '../http/parameter.ts'
import { NEWEST, OLDEST } from './find-message-page.ts'
import { readNarrow } from './narrows/read-narrow.ts'
import { readDate } from './read-date.ts'

const Anchor = Type.Union([
  Type.Integer(),
  Type.Literal('newest'),
  Type.Literal('oldest'),
  Type.Literal('first_unread'),
])

export const anchor = converted('A message id, or one of the keywords.', Anchor, readAnchor)

function readAnchor(value: string): number | 'first_unread' | undefined {
  if (value === 'newest') return NEWEST
  if (value === 'oldest') return OLDEST
  if (value === 'first_unread') return value
  return /^\s*\+?\d{1,17}\s*$/.test(value) ? Math.min(Number(value), NEWEST) : undefined
}

/** For pages of messages, also a point in time: see anchor_date. */
export const pageAnchor = converted(
  'A message id, or one of the keywords. date: the first message at anchor_date or later.',
  Type.Union([...Anchor.anyOf, Type.Literal('date')]),
  (value) => (value === 'date' ? value : readAnchor(value)),
)

export const anchorDate = converted(
  'With anchor=date: an ISO 8601 time with its offset, or a date (midnight UTC).',
  Type.String(),
  readDate,
)

const NarrowTerms = Type.Array(
  Type.Union([
    Type.Object({
      operator: Type.String(),
      operand: Type.Union([
        Type.String(),
        Type.Integer(),
        Type.Array(Type.Union([Type.String(), Type.Integer()])),
      ]),
      negated: Type.Optional(Type.Boolean()),
    }),
    Type.Array(Type.String(), { minItems: 2, maxItems: 2 }),
  ]),
)

export const narrow = otherwise(
  converted(
    'Filter: a JSON list of {operator, operand, negated}. after and before take dates, as anchor_date does.',
    NarrowTerms,
    readNarrow,
  ),
  [],
)

export const clientAvatar = otherwise(
  alias(boolean('The client creates default avatars itself.'), 'client_gravatar'),
  false,
)

export const applyMarkdown = otherwise(boolean('HTML rather than Markdown.'), true)
