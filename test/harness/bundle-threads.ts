import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
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
      const { output } = await bundle.generate({ dir: folder, entryFileNames: '[name].js' })
      await bundle.close()
      mkdirSync(folder, { recursive: true })
      for (const made of output)
        replaceFile(join(folder, made.fileName), made.type === 'chunk' ? made.code : made.source)
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

/** At once, and only if it differs: other tests that run at the same time start threads from it. */
function replaceFile(path: string, content: string | Uint8Array): void {
  try {
    if (readFileSync(path).equals(Buffer.from(content))) return
  } catch {
    // It is not there yet.
  }
  const made = `${path}-${process.pid}`
  writeFileSync(made, content)
  renameSync(made, path)
}
