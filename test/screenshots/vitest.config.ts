import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { bundleThreads } from '../harness/bundle-threads.ts'

/** `npm run screenshots`: not a test, but it needs what the tests have. */
export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  plugins: [bundleThreads(['src/chat/markdown/markdown-thread.js', 'src/platform/parsers/parser-thread.js'])],
  test: {
    include: ['test/screenshots/take-screenshots.ts'],
    // For code the app uses a font of the machine.
    env: { TEST_FONTS: 'system' },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})
