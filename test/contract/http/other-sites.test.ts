import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { openTestServer } from '../../harness/open-test-server.ts'
import { buildWeb } from '../../harness/web/build-web.ts'
import { startWorld, type World } from '../../harness/world.ts'

const stranger = 'https://evil.example'
const token = 'x'.repeat(43)

const pages = [
  '/',
  '/portal',
  '/docs',
  '/docs/chat',
  '/docs/telephony',
  '/docs/webhooks',
  '/dev/mails',
  `/join/${token}`,
  `/reset-password/${token}`,
  `/email_changes/${token}`,
]

/** As browsers ask for a page. */
const asBrowser = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

describe.each(engines)('What other sites can do with this one, on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    await buildWeb()
    world = await startWorld(engine)
    await foundOrganization(world, 'rafts.example.com')
  })
  afterAll(() => world.stop())

  it.each(pages)('%s cannot be put into a frame, nor read as anything but a page', async (url) => {
    const { headers, statusCode } = await world.app.inject(url)
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('no-referrer')
  })

  it.each([
    ...pages,
    '/api/v1/server_settings',
    '/system/company',
    '/favicon.svg',
    '/nowhere',
    '/user_uploads/1/x/a.png',
  ])('nothing of %s can be embedded by other sites', async (url) => {
    const { headers } = await world.app.inject(url)
    expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    // The address of this server is not https.
    expect(headers['strict-transport-security']).toBeUndefined()
  })

  it.each([
    ['/nowhere', 404],
    ['/portalx', 404],
    ['/join', 404],
    ['/user_uploads/1/none/a.png', 401],
    ['/user_uploads/temporary/none/a.png', 404],
    ['/join/x?long', 414],
  ])('%s is an error page for browsers, and JSON for programs', async (path, status) => {
    const url = path.replace('long', 'x'.repeat(9000))
    const page = await world.app.inject({ url, headers: asBrowser })
    expect(page.statusCode).toBe(status)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.headers['content-security-policy']).toMatch(/default-src 'none'.*frame-ancestors 'none'/)
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.body).toContain(`name="switchboard-status" content="${status}"`)
    const json = await world.app.inject(url)
    expect(json.statusCode).toBe(status)
    const withKey = await world.app.inject({ url, headers: { ...asBrowser, authorization: 'Bearer x' } })
    for (const { headers } of [json, withKey]) expect(headers['content-type']).toMatch(/json/)
  })

  it.each(['/api/v1/nothing', '/api/v1/users/me', '/system/company'])(
    '%s stays JSON for browsers, too',
    async (url) => {
      const { headers } = await world.app.inject({ url, headers: asBrowser })
      expect(headers['content-type']).toMatch(/json/)
    },
  )

  it.each([
    ['GET', '/api/v1/users/me'],
    ['GET', '/api/v1/server_settings'],
    ['OPTIONS', '/api/v1/messages'],
    ['GET', '/system/company'],
    ['OPTIONS', '/system/company'],
    ['GET', '/ws/?EIO=4&transport=polling'],
    ['OPTIONS', '/ws/?EIO=4&transport=polling'],
    ['GET', '/health'],
    ['GET', '/'],
  ] as const)('%s %s lets scripts of other sites read nothing', async (method, url) => {
    const { email, key } = world.ada.credentials!
    const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`
    const { headers } = await world.app.inject({
      method,
      url,
      headers: { origin: stranger, authorization, 'access-control-request-method': 'GET' },
    })
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control-'))).toEqual([])
  })

  it.each([
    '//evil.example',
    '//evil.example/%2e%2e',
    '/%5cevil.example',
    '/\\evil.example',
    '/portal//evil.example',
    `/?next=${stranger}`,
    `/portal?next=${stranger}`,
    `/join/${token}?next=${stranger}`,
    `/api/v1/realm/icon?url=${stranger}&next=${stranger}`,
  ])('%s leads nowhere else', async (url) => {
    const { email, key } = world.ada.credentials!
    const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`
    for (const host of ['chat.example.com', 'rafts.example.com', 'evil.example']) {
      const headers = { authorization, host, 'x-forwarded-host': 'evil.example' }
      const { statusCode, headers: answered } = await world.app.inject({ url, headers })
      expect(statusCode).toBeLessThan(500)
      expect(answered.location ?? '').not.toContain('evil')
      expect(answered.refresh).toBeUndefined()
    }
  })
})

it('with an https address, browsers are told to use nothing else', async () => {
  const server = await openTestServer('SQLite', { PUBLIC_URL: 'https://chat.example.com' })
  for (const url of ['/', '/api/v1/server_settings', '/system/company', '/nowhere']) {
    const { headers } = await server.app.inject(url)
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
  }
  await server.stop()
})
