import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { hashPassword } from '../../../src/platform/secrets/hash-password.ts'
import { engines } from '../../harness/engines.ts'
import { everythingStored } from '../../harness/everything-stored.ts'
import { waitForMails } from '../../harness/read-mails.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { signIn } from './browser.ts'

describe.each(engines)('Secrets of the chat in what is stored, on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const tokenTo = async (email: string) => (await waitForMails(world, email))[0]!.link.split('/').at(-1)!

  it('neither keys, tokens, links nor passwords can be read there', async () => {
    const password = 'correct horse battery staple'
    const { user } = await createUser(world.chat, world.demo.realm, {
      email: 'mallory@example.com',
      fullName: 'Mallory',
      passwordHash: await hashPassword(password),
    })
    const mallory = world.as(user)
    const session = await signIn(world.nobody, 'mallory@example.com')
    await world.nobody.post('/password_reset', { email: 'mallory@example.com' })
    const reset = await tokenTo('mallory@example.com')
    await mallory.patch('/settings', { email: 'm@example.com', old_password: password })
    await world.ada.post('/invites', { invitee_emails: 'new@example.com', stream_ids: [] })
    const link = await world.ada.post('/invites/multiuse', { stream_ids: [] })
    const bot = await mallory.post('/bots', {
      full_name: 'Relay',
      short_name: 'relay',
      bot_type: 3,
      payload_url: 'http://127.0.0.1:9/',
    })
    const register = await mallory.post('/register', { event_types: ['realm_bot'] })
    const [kept] = register.body.realm_bots.filter(
      ({ full_name }: { full_name: string }) => full_name === 'Relay',
    )
    const secrets = [
      password,
      mallory.credentials!.key,
      session.token,
      session.csrf,
      reset,
      await tokenTo('m@example.com'),
      await tokenTo('new@example.com'),
      link.body.invite_link.split('/').at(-1),
      bot.body.api_key,
      kept.api_key,
      kept.services[0].token,
    ]
    for (const secret of secrets) expect(secret).toMatch(/^.{20,}$/)
    const stored = await everythingStored(world.config)
    expect(stored).toContain('mallory@example.com')
    expect(secrets.filter((secret) => stored.includes(secret))).toEqual([])
  })
})
