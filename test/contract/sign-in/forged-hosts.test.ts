import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '../../../src/chat/accounts/create-user.ts'
import { hashPassword } from '../../../src/platform/secrets/hash-password.ts'
import { engines } from '../../harness/engines.ts'
import { waitForMails } from '../../harness/read-mails.ts'
import { startWorld, type World } from '../../harness/world.ts'

const forgeries = [
  { host: 'evil.example' },
  { host: 'chat.example.com@evil.example' },
  { host: 'chat.example.com:80@evil.example' },
  { host: 'chat.example.com', 'x-forwarded-host': 'evil.example' },
  { host: 'chat.example.com', forwarded: 'for=1.2.3.4;host=evil.example;proto=http' },
  { host: 'chat.example.com', 'x-host': 'evil.example', 'x-original-host': 'evil.example' },
  { host: 'chat.example.com', origin: 'http://chat.example.com', referer: 'http://evil.example/' },
]

describe.each(engines)('Links in mails after a request with a forged host, on %s', (engine) => {
  let world: World
  let passwordHash: string
  beforeAll(async () => {
    // The headers of a trusted proxy, too, say nothing about where links lead.
    world = await startWorld(engine, { TRUSTED_PROXIES: '127.0.0.1' })
    passwordHash = await hashPassword('the old password')
  })
  afterAll(() => world.stop())

  it.each(forgeries.map((headers, at) => [headers, at] as const))('%j', async (headers, at) => {
    const own = { ...headers, 'x-forwarded-for': `10.0.${at}.1` }
    const email = `victim${at}@example.com`
    const { user } = await createUser(world.chat, world.demo.realm, {
      email,
      fullName: 'Victim',
      passwordHash,
    })
    const asked = await world.nobody.with(own).post('/password_reset', { email })
    expect(asked.status).toBe(200)
    const [reset] = await waitForMails(world, email)
    expect(reset!.link).toMatch(/^http:\/\/chat\.example\.com\/reset-password\/[\w-]{43}$/)

    const invited = await world.ada
      .with(own)
      .post('/invites', { invitee_emails: `guest${at}@example.com`, stream_ids: [] })
    expect(invited.status).toBe(200)
    const [invitation] = await waitForMails(world, `guest${at}@example.com`)
    expect(invitation!.link).toMatch(/^http:\/\/chat\.example\.com\/join\/[\w-]{43}$/)

    const moved = await world
      .as(user)
      .with(own)
      .patch('/settings', { email: `moved${at}@example.com`, old_password: 'the old password' })
    expect(moved.status).toBe(200)
    const [confirmation] = await waitForMails(world, `moved${at}@example.com`)
    expect(confirmation!.link).toMatch(/^http:\/\/chat\.example\.com\/[\w-]+\/[\w-]{43}$/)
    for (const mail of [reset, invitation, confirmation]) expect(mail!.text).not.toContain('evil')
  })
})
