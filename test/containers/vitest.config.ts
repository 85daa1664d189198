import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/** `npm run containers`: builds images, for which packages are fetched; so it is no part of `npm run test:all`. */
export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  test: { include: ['test/containers/*.test.ts'], testTimeout: 1_800_000, hookTimeout: 120_000 },
})
