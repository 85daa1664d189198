import { expect, test } from 'vitest'
import { extensionFields } from '../../packages/client/src/generated/extension-fields.ts'
import { formFields } from '../../web/src/portal/extension-form/extension-fields.ts'

/** The number, which has a control of its own, and a second name of `secret`. */
const others = ['id', 'extension', 'password']

test('the form has a control for each field of the server', () => {
  const inForm = formFields.flatMap(({ name, pointer }) => (pointer.startsWith('/data/') ? [name] : []))
  expect([...inForm, ...others].toSorted()).toEqual(Object.keys(extensionFields).toSorted())
  // The value that the server uses can be chosen.
  for (const { name, kind, initial, options } of formFields) {
    if (kind === 'choice' || kind === 'toggle') expect(options, name).toContain(initial)
  }
})
