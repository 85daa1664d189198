import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { webFolder } from '../../../src/platform/program.ts'
import { addWebRoutes } from '../../../src/server/web/web-routes.ts'
import { buildWeb } from '../../harness/web/build-web.ts'

function serve(folder: string, development = false): FastifyInstance {
  const app = Fastify()
  addWebRoutes(app, { folder, marks: { mode: development ? 'development' : 'production', missing: [] } })
  return app
}

describe('the page of the web app', () => {
  let app: FastifyInstance
  beforeAll(async () => {
    await buildWeb()
    app = serve(webFolder)
  })
  afterAll(() => app.close())

  it.each([
    '/',
    '/portal',
    '/portal/extensions/some-uuid/1001',
    '/join/some-token',
    '/reset-password/some-token',
    '/email_changes/some-token',
    '/sign-in-failed/unavailable',
  ])('is at %s', async (url) => {
    const answer = await app.inject(url)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.body).toContain('<div id="root"></div>')
    expect(answer.body).toContain('content="production"')
    expect(answer.body).toContain('name="switchboard-status" content="200"')
    expect(answer.body).toMatch(/<noscript>[\s\S]*JavaScript[\s\S]*<\/noscript>/)
  })

  it('allows nothing but its own scripts and styles', async () => {
    const { headers, body } = await app.inject('/')
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("style-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("require-trusted-types-for 'script'")
    expect(policy).not.toMatch(/unsafe|https?:|\*/)
    expect(headers['referrer-policy']).toBe('no-referrer')
    expect(body).not.toMatch(/<style|<script>|https?:\/\//)
  })

  it('shows pictures and sounds of the file store, if there is one that browsers reach', async () => {
    const other = Fastify()
    const marks = { mode: 'production' as const, missing: [] }
    addWebRoutes(other, { folder: webFolder, marks, fileOrigin: 'https://files.example.com' })
    const policy = String((await other.inject('/')).headers['content-security-policy'])
    expect(policy).toContain("img-src 'self' data: blob: https://files.example.com;")
    expect(policy).toContain("media-src 'self' blob: https://files.example.com;")
    expect(policy.match(/https:/g)).toHaveLength(2)
    await other.close()
  })

  it('says on a development server that it is one', async () => {
    const other = serve(webFolder, true)
    expect((await other.inject('/')).body).toContain('content="development"')
    await other.close()
  })

  it('is not sent again to a browser that has it', async () => {
    const { etag, 'cache-control': caching } = (await app.inject('/')).headers
    expect(caching).toBe('no-cache')
    const again = await app.inject({ url: '/', headers: { 'if-none-match': String(etag) } })
    expect(again.statusCode).toBe(304)
    expect(again.body).toBe('')
  })

  it('refers to files that are there, are kept for ever, and are sent compressed', async () => {
    const { body } = await app.inject('/')
    const script = /src="(\/assets\/[^"]+\.js)"/.exec(body)?.[1]
    const plain = await app.inject(String(script))
    expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(plain.headers['content-type']).toBe('text/javascript; charset=utf-8')
    const inBrotli = await app.inject({ url: String(script), headers: { 'accept-encoding': 'gzip, br' } })
    expect(inBrotli.headers['content-encoding']).toBe('br')
    expect(brotliDecompressSync(inBrotli.rawPayload).equals(plain.rawPayload)).toBe(true)
    const inGzip = await app.inject({ url: String(script), headers: { 'accept-encoding': 'gzip' } })
    expect(gunzipSync(inGzip.rawPayload).equals(plain.rawPayload)).toBe(true)
  })

  it('preloads its font from its own files, and ships the licence of the font', async () => {
    const { body, headers } = await app.inject('/')
    expect(headers['content-security-policy']).toContain("font-src 'self';")
    const link =
      /<link rel="preload" href="(\/assets\/[^"]+\.woff2)" as="font" type="font\/woff2" crossorigin>/
    const font = await app.inject(String(link.exec(body)?.[1]))
    expect(font.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect(font.headers['content-type']).toBe('font/woff2')
    expect(font.rawPayload.subarray(0, 4).toString()).toBe('wOF2')
    const licence = await app.inject('/licenses/inter.txt')
    expect(licence.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(licence.body).toContain('SIL Open Font License')
    // Without it the stored app would look different when there is no network.
    expect((await app.inject('/sw.js')).body).toContain(String(link.exec(body)?.[1]))
  })

  it('can be installed: the worker is checked at every visit, and may run only from here', async () => {
    const worker = await app.inject('/sw.js')
    expect(worker.headers['cache-control']).toBe('no-cache')
    expect(worker.headers['content-type']).toBe('text/javascript; charset=utf-8')
    const manifest = await app.inject('/manifest.webmanifest')
    expect(manifest.headers['cache-control']).toBe('no-cache')
    expect(manifest.headers['content-type']).toBe('application/manifest+json; charset=utf-8')
    for (const { src, type } of manifest.json().icons) {
      const icon = await app.inject(src)
      expect(icon.statusCode, src).toBe(200)
      expect(icon.headers['content-type'], src).toBe(type)
    }
    const page = await app.inject('/')
    expect(page.headers['content-security-policy']).toContain("worker-src 'self';")
    // What the worker stores must be there, or its installation fails.
    const files = [...worker.body.matchAll(/\/assets\/[\w.-]+/g)].map(([path]) => path)
    expect(files.length).toBeGreaterThan(10)
    for (const path of files) expect((await app.inject(path)).statusCode, path).toBe(200)
  })

  it('has no other files than its own', async () => {
    for (const url of ['/assets/../../package.json', '/assets/none.js', '/index.html.br', '/portalx']) {
      expect((await app.inject(url)).statusCode, url).toBe(404)
    }
  })
})

it('without a build the page says what to do', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'switchboard-web-'))
  const app = serve(empty)
  const answer = await app.inject('/')
  expect(answer.statusCode).toBe(503)
  expect(answer.body).toContain('npm run build')
  await app.close()
  rmSync(empty, { recursive: true })
})
