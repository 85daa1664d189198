import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'
import type { Plugin } from 'vitest/config'

const root = resolve(import.meta.dirname, '../..')
const folder = join(root, 'node_modules/.cache/switchboard-threads')

/**
 * Threads that the program starts are run by Node itself, which reads no TypeScript: those that use any are bundled
 * before the tests, and the tests start the bundles.
 */
export function bundleThreads(scripts: readonly string[]): Plugin {
  return {
    name: 'bundle-threads',
    async configResolved() {
      const bundle = await rolldown({ input: scripts.map((script) => join(root, script)), platform: 'node' })
      await bundle.write({ dir: folder, entryFileNames: '[name].js' })
      await bundle.close()
    },
    transform(code) {
      let changed = code
      for (const script of scripts) {
        const bundled = pathToFileURL(join(folder, basename(script)))
        changed = changed.replaceAll(
          `new URL("./${basename(script)}", import.meta.url)`,
          `new URL("${bundled}")`,
        )
        changed = changed.replaceAll(
          `new URL('./${basename(script)}', import.meta.url)`,
          `new URL("${bundled}")`,
        )
      }
      return changed
    },
  }
}
