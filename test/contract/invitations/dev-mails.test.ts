import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('The page of mails on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const open = (url: string, app = world.app) => app.inject({ method: 'GET', url })

  it('says so when nothing was sent yet', async () => {
    const page = await open('/dev/mails')
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('No mail has been sent yet.')
  })

  it('the newest first: to, subject, time; and one of them as text, escaped, its link to follow', async () => {
    const { mailer } = world.chat
    await mailer.send({ to: ['first@example.com'], fromName: 'Acme', subject: 'First', text: 'one' })
    await mailer.send({
      to: ['second@example.com'],
      fromName: 'Acme',
      subject: 'Second <b>&',
      text: 'Look <script>here</script>:\nhttp://chat.example.com/join/abc?a=1&b=2\n',
    })
    const { body, headers } = await open('/dev/mails')
    expect(headers['content-security-policy']).toContain("default-src 'none'")
    expect(body).toContain('second@example.com')
    expect(body).toContain('Second &lt;b&gt;&amp;')
    expect(body.indexOf('second@example.com')).toBeLessThan(body.indexOf('first@example.com'))
    expect(body).toMatch(/<td>\d{4}-\d\d-\d\dT[\d:.]+Z<\/td>/)
    const path = /href="(\/dev\/mails\/[^"]+)"/.exec(body)![1]!
    const mail = await open(path)
    expect(mail.statusCode).toBe(200)
    expect(mail.body).toContain('To: second@example.com')
    expect(mail.body).toContain('Look &lt;script&gt;here&lt;/script&gt;:')
    expect(mail.body).toContain('<a href="http://chat.example.com/join/abc?a=1&amp;b=2">')
  })

  it('only mails: no other file of the folder, none outside of it', async () => {
    const folder = join(world.config.dataDir, 'mails')
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'notes.txt'), 'private')
    for (const name of ['notes.txt', '..%2fsecret.key', '%2e%2e%2fsecret.key', '1-000001-abcdef.eml'])
      expect((await open(`/dev/mails/${name}`)).statusCode).toBe(404)
    expect((await open('/dev/mails')).body).not.toContain('notes.txt')
  })

  it('does not exist in production', async () => {
    const production = await startWorld(engine, { SERVER_MODE: 'production' })
    try {
      expect((await open('/dev/mails', production.app)).statusCode).toBe(404)
      expect((await open('/dev/mails/1-000001-abcdef.eml', production.app)).statusCode).toBe(404)
    } finally {
      await production.stop()
    }
  })
})
