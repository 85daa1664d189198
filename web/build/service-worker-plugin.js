import { createHash } from 'node:crypto'
import { join, resolve } from 'node:path'
import { rolldown } from 'rolldown'
import { isMainFont } from './font-plugin.js'

/**
 * Builds the service worker into sw.js. It is one classic script, which every browser runs, and knows the files that the
 * apps start with. Each build that changes the app changes the script, by which browsers notice a new version.
 */
export function serviceWorker() {
  let folder
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir)
    },
    async writeBundle(_options, bundle) {
      const files = startFiles(bundle)
      const page = String(bundle['index.html'].source)
      const version = createHash('sha256').update(page).update(files.join('\n')).digest('hex').slice(0, 16)
      const entry = Object.values(bundle).find((item) => item.isEntry).fileName
      const worker = await rolldown({
        input: join(import.meta.dirname, '../src/service-worker/service-worker.ts'),
        transform: {
          define: { SHELL: JSON.stringify({ version, files: files.map((name) => `/${name}`), entry }) },
        },
      })
      await worker.write({ file: join(folder, 'sw.js'), format: 'iife', minify: true })
      await worker.close()
    },
  }
}

/** The font, and the scripts and styles of the first page of each app: of the entry, and of what it loads by the address. */
function startFiles(bundle) {
  const files = new Set(Object.keys(bundle).filter(isMainFont))
  function add(name) {
    const chunk = bundle[name]
    if (files.has(name) || chunk?.type !== 'chunk') return
    files.add(name)
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style)
    for (const next of chunk.imports) add(next)
    for (const next of chunk.dynamicImports) if (isText(bundle[next]) || isOffline(bundle[next])) add(next)
  }
  for (const chunk of Object.values(bundle)) {
    if (!chunk.isEntry) continue
    add(chunk.fileName)
    for (const name of chunk.dynamicImports) add(name)
  }
  return [...files].sort()
}

/** Languages are loaded when they are chosen. */
const isText = (chunk) => chunk?.facadeModuleId?.includes('/src/texts/')

/** What reads the stored copy of the chat. */
const isOffline = (chunk) => chunk?.facadeModuleId?.includes('/src/chat/offline/')
