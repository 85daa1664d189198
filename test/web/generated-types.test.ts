import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../harness/build-switchboard.ts'

test.each(['chat', 'telephony'])('the types of the %s API are those of its document', async (product) => {
  const { generateApiTypes } = await import(join(root, 'web/generate-api-types.js'))
  expect(readFileSync(join(root, `web/generated/${product}-api.ts`), 'utf8')).toBe(generateApiTypes(product))
})
