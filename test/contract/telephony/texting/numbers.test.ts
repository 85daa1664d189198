import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serverItself } from '../../../../src/telephony/identity/actor.ts'
import { addTextingNumber } from '../../../../src/telephony/texting/numbers/add-texting-number.ts'
import { textingNumberUsersTable } from '../../../../src/telephony/texting/texting-tables.ts'
import { engines } from '../../../harness/engines.ts'
import {
  ADAS,
  BENS,
  converse,
  HANKS,
  newOutsider,
  startTextingWorld,
  type TextingWorld,
} from './texting-world.ts'

describe.each(engines)('texting numbers on %s', (engine) => {
  let world: TextingWorld
  const numbersOf = async (who: 'ada' | 'ben' | 'hank') =>
    (await world[who].get('/texting/numbers')).body.map(({ number }: { number: string }) => number)

  beforeAll(async () => {
    world = await startTextingWorld(engine)
  })
  afterAll(() => world.stop())

  it('the owner sees all numbers with their users, users their own, and nobody those of another company', async () => {
    const { body } = await world.ada.get('/texting/v2/numbers')
    expect(body).toEqual([
      {
        number: ADAS,
        from_number: '2025550101',
        company_id: world.demo.acme.company.public_id,
        users: [world.demo.acme.owner.id],
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
      expect.objectContaining({ number: BENS, users: [world.demo.acme.ben.id] }),
    ])
    expect(await numbersOf('ben')).toEqual([BENS])
    expect(await numbersOf('hank')).toEqual([HANKS])
    expect((await world.stranger.get('/texting/numbers')).status).toBe(401)
  })

  it('the owner assigns a number, however it is written, and visibility follows at once', async () => {
    const ben = world.demo.acme.ben.id
    const conversation = await converse(world.ada, ADAS, newOutsider())
    expect((await world.ben.get(`/texting/conversations/${conversation.id}`)).status).toBe(404)
    const before = (await world.ada.get('/texting/numbers')).body[0]
    const shared = await world.ada.put('/texting/numbers/2025550101', { ...before, users: [ben] })
    expect(shared.body).toMatchObject({ number: ADAS, users: [ben] })
    expect(await numbersOf('ben')).toEqual([ADAS, BENS])
    expect((await world.ben.get(`/texting/conversations/${conversation.id}`)).status).toBe(200)
    await world.forget()
    await world.textComes(newOutsider(), ADAS, 'for both')
    expect(await world.heardBy('ben')).toHaveLength(2)
    expect(await world.heardBy('ada')).toHaveLength(2)

    const path = `/texting/numbers/${encodeURIComponent(ADAS)}`
    expect((await world.ada.put(path, { users: [] })).body.users).toEqual([])
    expect((await world.ben.get(`/texting/conversations/${conversation.id}`)).status).toBe(404)
    // The owner gets the event in any case.
    await world.forget()
    await world.textComes(newOutsider(), ADAS, 'for the owner')
    expect(await world.heardBy('ben')).toEqual([])
    expect(await world.heardBy('ada')).toHaveLength(2)
  })

  it('assigning: 403 for users, 404 for numbers of others, 400 for people of others', async () => {
    const users = [world.demo.acme.ben.id]
    const bens = '/texting/numbers/2025550102'
    expect((await world.ben.put(bens, { users })).status).toBe(403)
    expect((await world.ada.put('/texting/numbers/2025550199', { users })).status).toBe(404)
    expect((await world.ada.put('/texting/numbers/nonsense', { users: 3 })).status).toBe(404)
    const foreign = await world.ada.put(bens, { users: [...users, world.demo.globex.owner.id] })
    expect(foreign.status).toBe(400)
    expect(foreign.body.errors).toEqual([{ pointer: '/users/1', detail: 'is nobody in the organization' }])
    for (const body of [{}, { users: 'x' }, { users, more: 1 }, { users, number: ADAS }]) {
      expect((await world.ada.put(bens, body)).status).toBe(400)
    }
    expect(await numbersOf('ben')).toEqual([BENS])
  })

  it('adding a number that is taken anywhere on the server, or none, is refused', async () => {
    const author = serverItself(world.demo.globex.actor.company)
    const add = (number: string, users: string[] = []) =>
      addTextingNumber(world.telephony, author, number, users)
    await expect(add(ADAS)).rejects.toMatchObject({ status: 409, message: `${ADAS} is in use already` })
    await expect(add('(202) 555-0199')).rejects.toMatchObject({ status: 409 })
    await expect(add('12')).rejects.toMatchObject({ status: 400 })
    await expect(add('202 555 0177', [world.demo.acme.ben.id])).rejects.toMatchObject({ status: 400 })
    expect(await numbersOf('hank')).toEqual([HANKS])
    expect(await add('202 555 0177')).toMatchObject({ number: '+12025550177', users: [] })
    expect(await numbersOf('hank')).toEqual(['+12025550177', HANKS])
  })

  it('users who are deleted are no users of a number any more', async () => {
    const { body: zoe } = await world.ada.post('/company/contacts', { first_name: 'Zoe' })
    const path = '/texting/numbers/2025550102'
    const users = [world.demo.acme.ben.id, zoe.id]
    expect((await world.ada.put(path, { users })).body.users).toEqual(users)
    await world.ada.delete(`/company/contacts/${zoe.id}`)
    const { body } = await world.ada.get('/texting/numbers')
    expect(body[1].users).toEqual([world.demo.acme.ben.id])
    const { database, demo } = { ...world.telephony, demo: world.demo }
    await database.write(1, {
      work: ({ db }) =>
        textingNumberUsersTable.removeWhere(db, {
          company_id: demo.acme.company.id,
          contact_id: demo.acme.ben.id,
        }),
    })
    expect(await numbersOf('ben')).toEqual([])
  })
})
