import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The part of the font that every page needs. The other parts are loaded when a character of them is shown. */
export const isMainFont = (fileName) => /\/inter-latin-wght-normal-[^/]+\.woff2$/.test(fileName)

/** Lets the page load the font together with its styles, and ships the licence, as the licence demands. */
export function font() {
  return {
    name: 'font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) => {
        const href = `/${Object.keys(bundle).find(isMainFont)}`
        const attrs = { rel: 'preload', href, as: 'font', type: 'font/woff2', crossorigin: true }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
    generateBundle() {
      const licence = createRequire(import.meta.url).resolve('@fontsource-variable/inter/LICENSE')
      this.emitFile({ type: 'asset', fileName: 'licenses/inter.txt', source: readFileSync(licence) })
    },
  }
}
