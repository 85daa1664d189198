import { configDefaults, defineConfig } from 'vitest/config'
import { isInstalled } from './test/debian-packages.js'

/** Those of test/web that need a browser; `npm test` says so when there is none. */
const inBrowser = 'test/web/{chat,portal,settings,organization,hidden}-*.test.ts'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, ...(isInstalled('chromium') ? [] : [inBrowser])],
    globalSetup: ['test/harness/global-setup.ts'],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    isolate: false,
  },
})
