import fc from 'fast-check'
import type { DataField } from '../../../../src/telephony/phones/extension-data/extension-data-fields.ts'

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
export function arbitraryOf(field: DataField): fc.Arbitrary<unknown> {
  switch (field.kind) {
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: 0, max: field.most })
    case 'digits':
      return fc.integer({ min: 0, max: field.most }).map(String)
    case 'choice':
      return fc.constantFrom(...field.allowed)
    case 'text':
      return fc.oneof(fc.constant(field.default), textOf[field.format] ?? line)
  }
}
