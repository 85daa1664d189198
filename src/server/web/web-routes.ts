import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { readWebFiles } from './web-files.ts'
import { type PageMarks, sendFile, WebPage } from './web-page.ts'

/** Longer names do not fit under an icon. */
const MAX_SHORT_NAME_LENGTH = 20

const notBuilt = 'The web app is not built yet. Run "npm run build", then start the server again.\n'

const ASSETS = '/assets/'

/** The chat, the portal, and the entrance pages, which read the token or reason from the address. */
const pages = [
  '/',
  '/portal',
  '/portal/*',
  '/join/:token',
  '/reset-password/:token',
  '/email_changes/:token',
  '/unsubscribe/:token',
  '/sign-in-failed/:reason',
]

export interface WebOptions {
  folder: string
  marks: PageMarks
  /** see WebPage */
  fileOrigin?: string | undefined
  /** the name under which the app is installed: that of the organization; undefined: there is none yet */
  findName?(request: FastifyRequest): Promise<string | undefined>
}

/** Serves the web app: one page for both products, and its files. Returns the page, unless it is not built. */
export function addWebRoutes(
  app: FastifyInstance,
  { folder, marks, fileOrigin, findName }: WebOptions,
): WebPage | undefined {
  const files = readWebFiles(folder)
  const index = files.get('/index.html')
  files.delete('/index.html')
  for (const [path, file] of files) {
    if (path.startsWith(ASSETS)) continue
    app.get(path, async (request, reply) =>
      sendFile(request, reply.header('cache-control', 'no-cache'), file),
    )
  }
  // One route for hundreds of files. Their names change with their contents.
  app.get<{ Params: { name: string } }>(`${ASSETS}:name`, async (request, reply) => {
    const file = files.get(ASSETS + request.params.name)
    if (!file) return reply.callNotFound()
    return sendFile(request, reply.header('cache-control', 'public, max-age=31536000, immutable'), file)
  })
  app.get('/manifest.webmanifest', async (request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json')
      .send(webManifest((await findName?.(request)) ?? 'Switchboard')),
  )
  const page = index && new WebPage(index, marks, fileOrigin)
  const sendPage = async (request: FastifyRequest, reply: FastifyReply) =>
    page?.send(request, reply) ?? reply.code(503).type('text/plain; charset=utf-8').send(notBuilt)
  for (const path of pages) app.get(path, sendPage)
  return page
}

/** What a browser needs to install the web app. */
const webManifest = (name: string) => ({
  id: '/',
  name,
  short_name: name.length > MAX_SHORT_NAME_LENGTH ? 'Switchboard' : name,
  description: 'Team chat, texts, faxes and phones',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  // The colours of web/src/theme/tokens.css: the accent and the light ground.
  theme_color: '#3d5afe',
  background_color: '#f4f5f9',
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    { src: '/switchboard.svg', sizes: 'any', type: 'image/svg+xml' },
  ],
  shortcuts: [
    { name: 'Chat', url: '/' },
    { name: 'Phones', url: '/portal' },
  ],
})
