import type { TSchema } from '@sinclair/typebox'
import fc from 'fast-check'

/** A text of one line. */
export const line = fc
  .string({ unit: 'grapheme', maxLength: 20 })
  .filter((value) => !/[\p{Cc}\u2028\u2029]/u.test(value))
const textOf: Record<string, fc.Arbitrary<string>> = {
  codecs: fc.constantFrom('', 'ulaw', 'opus,g722', '!all'),
  dialled: fc.stringMatching(/^[\d*#+-]{0,20}$/),
  mailbox: fc.constantFrom('', '1001', '1001@default', '1001@a,1002@b'),
  'sip-name': fc.stringMatching(/^[\w.+-]{0,20}$/),
}

/** A value that the field takes. */
export function arbitraryOf(field: TSchema): fc.Arbitrary<unknown> {
  const { type, anyOf: choices, 'x-maximum': digits } = field
  if (choices) return fc.constantFrom(...choices.map((choice: TSchema) => choice.const))
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer') return fc.integer({ min: field.minimum, max: field.maximum })
  if (digits !== undefined) return fc.integer({ min: 0, max: digits }).map(String)
  return fc.oneof(fc.constant(field.default ?? ''), textOf[field.format] ?? line)
}
