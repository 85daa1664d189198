import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deactivateUser } from '../../../src/chat/accounts/deactivate-user.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('List the accounts of a development server on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  const account = (name: string, fullName: string, role = 'member') => ({
    email: `${name}@example.com`,
    realm_uri: 'http://chat.example.com',
    full_name: fullName,
    role,
    avatar_url: expect.stringContaining('/avatars/'),
  })

  it('administrators and the others; active people only, no bots', async () => {
    await deactivateUser(world.chat, world.demo.people.cleo)
    const { status, body } = await world.nobody.get('/dev_list_users')
    expect(status).toBe(200)
    expect(body).toEqual({
      result: 'success',
      msg: '',
      direct_admins: [account('ada', 'Ada Lovelace', 'administrator')],
      direct_users: [account('ben', 'Ben Okri'), account('gus', 'Gus Green', 'guest')],
    })
  })

  it('those of the organization of this host', async () => {
    await foundOrganization(world, 'other.example.com')
    const { body } = await world.nobody.with({ host: 'other.example.com' }).get('/dev_list_users')
    expect(body).toMatchObject({
      direct_admins: [{ email: 'chief@other.example.com', realm_uri: 'http://other.example.com' }],
      direct_users: [{ email: 'member@other.example.com', realm_uri: 'http://other.example.com' }],
    })
  })

  it.each([
    ['GET', '/dev_list_users', {}],
    ['POST', '/dev_sessions', { username: 'ada@example.com' }],
  ] as const)('%s %s in production: 400 Dev environment not enabled.', async (method, path, args) => {
    const production = await startWorld(engine, { SERVER_MODE: 'production' })
    try {
      const answer = await production.nobody.call(method, path, args)
      expect(answer.status).toBe(400)
      expect(answer.body).toEqual({
        result: 'error',
        msg: 'Dev environment not enabled.',
        code: 'BAD_REQUEST',
      })
      expect(answer.headers['set-cookie']).toBeUndefined()
    } finally {
      await production.stop()
    }
  })
})
