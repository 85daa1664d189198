import { expect, test } from 'vitest'
import { dataFields as known } from '../../src/telephony/phones/extension-data/extension-data-fields.ts'
import { dataFields, type FieldDeclaration } from '../../web/src/portal/extension-form/extension-fields.ts'

/** Set by the server for each extension. */
const own = new Set(['name', 'secret', 'password', 'voicemail_vmpwd'])

test('the form offers the values of the server, and starts with its defaults', () => {
  const form = Object.entries<FieldDeclaration>(dataFields).filter(([name]) => !own.has(name))
  expect(form.map(([name]) => name).sort()).toEqual(Object.keys(known).sort())
  for (const [name, { kind, initial, options = [] }] of form) {
    const field = known[name as keyof typeof known]
    expect(initial, name).toBe(String(field.default))
    if (field.kind === 'choice') expect([...options].sort(), name).toEqual([...field.allowed].sort())
    if (field.kind === 'boolean') expect([kind, ...options], name).toEqual(['toggle', 'true', 'false'])
    if (field.kind === 'integer') expect(kind, name).toBe('number')
    if (field.kind === 'digits') expect(kind, name).toBe('digits')
  }
})
