import { type TSchema, Type } from '@sinclair/typebox'
import { badRequest } from '../../chat-error.ts'
import { checkValue } from '../../http/check-value.ts'
import { json, type Parameter } from '../../http/parameter.ts'

/** Stored for a stream whose messages never expire, whatever the organization's setting. */
export const UNLIMITED = -1

/** A century. */
const MAX_DAYS = 36_500
const days = Type.Integer({ minimum: 1, maximum: MAX_DAYS })

/** null: forever. */
export const realmRetentionParameter = retentionParameter(
  'After how many days messages are deleted. null, -1 or `"unlimited"`: never.',
  Type.Union([days, Type.Null()]),
  { unlimited: null, [UNLIMITED]: null },
)

/** null: the organization's setting. */
export const streamRetentionParameter = retentionParameter(
  'After how many days messages of the stream are deleted. `"realm_default"` or null: as in the organization; `"unlimited"` or -1: never.',
  Type.Union([days, Type.Literal(UNLIMITED), Type.Null()]),
  { unlimited: UNLIMITED, forever: UNLIMITED, realm_default: null },
)

/** `words`: other values that clients of this family send. */
function retentionParameter(
  description: string,
  schema: TSchema,
  words: Readonly<Record<string, number | null>>,
): Parameter<number | null> {
  const written = json(description, Type.Unknown())
  return {
    ...written,
    fallback: undefined,
    schema,
    read(name, text, level) {
      const given = Object.hasOwn(words, text) ? text : written.read(name, text, level)
      const word = typeof given === 'string' || typeof given === 'number' ? String(given) : ''
      const value = Object.hasOwn(words, word) ? words[word]! : given
      const complaint = checkValue(schema, value, name)
      if (complaint) throw badRequest(complaint)
      return value as number | null
    },
  }
}
