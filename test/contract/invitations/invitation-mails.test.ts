import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { freePort, type MailCatcher, startMailCatcher } from '../../harness/mail-catcher.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('Mails of invitations by SMTP on %s', (engine) => {
  let world: World
  let catcher: MailCatcher | undefined
  let port: number
  beforeAll(async () => {
    port = await freePort()
    world = await startWorld(engine, {
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MAIL_FROM: 'Acme <acme@example.com>',
      LOG_LEVEL: 'silent',
    })
  })
  afterAll(async () => {
    await world.stop()
    await catcher?.stop()
  })

  const outbox = () => world.chat.database.read.selectFrom('mail_outbox').selectAll().execute()
  const until = async (condition: () => Promise<boolean> | boolean) => {
    for (let attempt = 0; attempt < 400; attempt += 1) {
      if (await condition()) return
      await new Promise((next) => setTimeout(next, 25))
    }
    throw new Error('it has not come to pass')
  }
  const invite = (email: string) => world.ben.post('/invites', { invitee_emails: email })
  const triedTimes = (count: number) => async () => {
    const [row] = await outbox()
    // Between the attempt and its end the mail is claimed for ten minutes.
    return row?.attempts === count && row.next_attempt_at <= world.clock.now() / 1000 + 400
  }

  it('no mail server: tried again after a minute, then later and later; sealed meanwhile', async () => {
    expect((await invite('waiting@example.com')).status).toBe(200)
    await until(triedTimes(1))
    const [row] = await outbox()
    expect(row!.about).toMatch(/^invitation \d+$/)
    expect(JSON.stringify(row)).not.toContain('waiting@example.com')
    world.clock.advance(61)
    await until(triedTimes(2))
    catcher = await startMailCatcher(port)
    world.clock.advance(301)
    await until(() => catcher!.mails.length === 1)
    expect(catcher.mails[0]).toMatchObject({
      recipients: ['waiting@example.com'],
      subject: 'Ben Okri has invited you to join Acme',
    })
    expect(catcher.mails[0]!.from?.text).toContain('acme@example.com')
    await until(async () => (await outbox()).length === 0)
  })

  it('a refused address is given up; the invitation stays', async () => {
    catcher!.refuse(550)
    await invite('refused@example.com')
    const listed = async () => JSON.stringify((await world.ben.get('/invites')).body)
    await until(async () => (await outbox()).length === 0)
    expect(await listed()).toContain('refused@example.com')
    catcher!.refuse(undefined)
  })

  it('a revoked invitation is not mailed any more', async () => {
    catcher!.refuse(451)
    await invite('revoked@example.com')
    await until(triedTimes(1))
    const { invites } = (await world.ben.get('/invites')).body
    const { id } = invites.find((one: { email: string }) => one.email === 'revoked@example.com')
    expect((await world.ben.delete(`/invites/${id}`)).status).toBe(200)
    expect(await outbox()).toEqual([])
    catcher!.refuse(undefined)
  })
})
