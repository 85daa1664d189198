import { relative } from 'node:path'
import { defaultServerConditions } from 'vite'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { browsers, isInstalled } from './test/debian-packages.js'
import { bundleThreads } from './test/harness/bundle-threads.ts'
import { temporaryFolder } from './test/harness/temporary-folder.ts'
import { longFiles } from './test/suites.js'

const hasBrowser = browsers.some(isInstalled)
/** Those of test/web that need a browser; `npm test` says at its end when there is none. */
const inBrowser =
  'test/web/{chat-*,portal-*,settings-*,organization-*,hidden-*,entrance,every-*,hostile-names,installed-app}.test.ts'

// The workers inherit it, and so do the programs that they start.
process.env.TMPDIR = temporaryFolder()

/** Vitest itself knows only after a run which files take long. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) =>
      longFiles.includes(relative(import.meta.dirname, moduleId))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  ssr: { resolve: { conditions: ['switchboard-source', ...defaultServerConditions] } },
  plugins: [bundleThreads(['src/chat/markdown/markdown-thread.js', 'src/platform/parsers/parser-thread.js'])],
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, 'test/containers/**', ...(hasBrowser ? [] : [inBrowser])],
    globalSetup: ['test/harness/global-setup.ts'],
    setupFiles: ['test/harness/browser-timeouts.ts'],
    // A busy machine takes its time: what is waited for is waited for almost as long as a test may take.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 40_000 } },
    maxWorkers: 2,
    isolate: false,
    sequence: { sequencer: LongestFirst },
  },
})
