import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defaultClientConditions, defineConfig } from 'vite'
import { font } from './build/font-plugin.js'
import { serviceWorker } from './build/service-worker-plugin.js'

/** Where `npm start` serves while somebody works on the web app with `npm run web`. */
const server = 'http://127.0.0.1:9991'

/** Everything but what Vite serves itself goes to the server. */
const toServer =
  '^/(?!$|\\?|portal|join/|reset-password/|email_changes/|src/|node_modules/|@|icons/|switchboard\\.svg)'

export default defineConfig({
  root: import.meta.dirname,
  // The client as it is written, not as it was built last.
  resolve: { conditions: ['switchboard-source', ...defaultClientConditions] },
  plugins: [react(), oneFontFormat(), font(), serviceWorker(), compressed()],
  build: {
    outDir: process.env.WEB_OUT ?? '../dist/web',
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Everything is a file of its own, since the page's policy allows nothing inline.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // What every view uses is one file each: hundreds of tiny ones would cost a request apiece.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler|@tanstack)\// },
            {
              name: 'controls',
              test: /(web\/src\/(ui|api|theme|shell)|packages\/client\/src)\/(?!(audit-entries|generated\/extension-fields|qr-code|date-time|file-button|keypad|link-tabs|links-dialog|pager|radio-group|save-blob|section-page|side-page|table|use-delayed)\.)/,
            },
            // An icon that only one page shows is in the file of that page.
            { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 2 },
            // What only the portal, the settings and the organization show.
            {
              name: 'page-controls',
              test: /web\/src\/ui\/(date-time|file-button|keypad|link-tabs|links-dialog|pager|radio-group|save-blob|section-page|side-page|table|use-delayed)\./,
            },
            // What the chat and the dialogs that it loads later have in common.
            {
              name: 'chat',
              test: /web\/src\/chat\/(destination|drafts\/(composer|draft-keeper|kept-draft)|emoji\/(emoji-image|recent-emoji)|people|scheduled\/(delivery-times|schedule-message)|state\/(destination|topics-query)|streams\/(sort-streams|stream-name)|texted|completion)\/?/,
            },
          ],
        },
      },
    },
  },
  // The server compares the address of a page with the host that it was asked for.
  server: { proxy: { [toServer]: { target: server, changeOrigin: false, ws: true } } },
})

/** Every browser that runs the app reads woff2. */
function oneFontFormat() {
  return {
    name: 'one-font-format',
    enforce: 'pre',
    transform: (code, id) =>
      id.endsWith('katex.min.css')
        ? code.replace(/,url\([^)]+\.(?:woff|ttf)\) format\("\w+"\)/g, '')
        : undefined,
  }
}

/** Compresses once, at the build, what would otherwise be compressed for every visitor. */
function compressed() {
  let folder
  return {
    name: 'compressed',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir)
    },
    closeBundle() {
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        if (!entry.isFile() || !/\.(js|css|svg|html)$/.test(entry.name)) continue
        const path = join(entry.parentPath, entry.name)
        const content = readFileSync(path)
        if (content.length < 1024) continue
        writeFileSync(`${path}.br`, brotliCompressSync(content))
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }))
      }
    },
  }
}
