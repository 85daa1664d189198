import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { waitForMails } from '../../harness/read-mails.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('The page to join on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const open = (url: string, headers: Record<string, string> = {}) =>
    world.app.inject({ method: 'GET', url, headers })
  const send = (url: string, fields: Record<string, string>) =>
    world.app.inject({
      method: 'POST',
      url,
      payload: new URLSearchParams(fields).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  const pathOf = (link: string) => new URL(link).pathname
  const linkPath = async () => pathOf((await world.ben.post('/invites/multiuse')).body.invite_link)

  it('the link of the mail opens a form; filled in, the account is there', async () => {
    await world.ben.post('/invites', { invitee_emails: 'reader@example.com' })
    const path = pathOf((await waitForMails(world, 'reader@example.com'))[0]!.link)
    const page = await open(path)
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(page.headers['referrer-policy']).toBe('no-referrer')
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.body).toContain('<h1>Join Acme</h1>')
    expect(page.body).toContain('Ben Okri has invited you, <b>reader@example.com</b>')
    expect(page.body).not.toContain('name="email"')
    const welcome = await send(path, { full_name: 'Rea Der', password: 'long enough' })
    expect(welcome.statusCode).toBe(200)
    expect(welcome.body).toContain('Welcome to Acme')
    const session = await world.nobody.post('/sessions', {
      username: 'reader@example.com',
      password: 'long enough',
    })
    expect(session.status).toBe(200)
    const again = await open(path)
    expect(again.statusCode).toBe(400)
    expect(again.body).toContain('This invitation has been used already.')
  })

  it('a link for many asks for the email address', async () => {
    const path = await linkPath()
    expect((await open(path)).body).toContain('name="email"')
    const fields = { email: 'page@example.com', full_name: 'Page', password: 'long enough' }
    expect((await send(path, fields)).body).toContain('page@example.com')
    expect((await send(path, { ...fields, email: '' })).body).toContain('Enter a valid email address.')
  })

  it('a complaint stands on the form, with what was filled in, escaped and without the password', async () => {
    const page = await send(await linkPath(), {
      email: '"><script>alert(1)</script>',
      full_name: '"><b>x',
      password: 'secret words',
    })
    expect(page.statusCode).toBe(400)
    expect(page.body).toContain('role="alert"')
    expect(page.body).toContain('value="&quot;&gt;&lt;b&gt;x"')
    expect(page.body).not.toContain('<script>')
    expect(page.body).not.toContain('secret words')
  })

  it('a link that is none, or of another host, or a body that is no form', async () => {
    const unknown = await open('/join/nothing')
    expect(unknown.statusCode).toBe(400)
    expect(unknown.body).toContain('This invitation does not exist.')
    await foundOrganization(world, 'other.example.com')
    const path = await linkPath()
    expect((await open(path, { host: 'other.example.com' })).body).toContain(
      'This invitation does not exist.',
    )
    const json = await world.app.inject({ method: 'POST', url: path, payload: { full_name: 'x' } })
    expect(json.statusCode).toBe(415)
    expect(json.headers['content-type']).toBe('text/html; charset=utf-8')
  })
})
