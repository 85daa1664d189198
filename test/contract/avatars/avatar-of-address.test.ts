import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { fetchPath } from '../files/file-requests.ts'

describe.each(engines)('GET /avatar/{address or id} on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  it('leads to the picture, in both sizes', async () => {
    const { ben } = world.demo.people
    const { body } = await world.ada.get(`/users/${ben.id}`)
    for (const person of ['ben%40example.com', 'BEN@example.com', ben.id]) {
      for (const size of ['', '/medium']) {
        const answer = await fetchPath(world, world.ada, `/avatar/${person}${size}?s=30`)
        expect([answer.status, answer.headers.location]).toEqual([302, body.user.avatar_url])
      }
    }
  })

  it('for members of the organization only, who get a clear error for anybody else', async () => {
    const other = await foundOrganization(world, 'rafts.example.com')
    expect((await fetchPath(world, world.nobody, '/avatar/ben@example.com')).status).toBe(401)
    const unknown = await fetchPath(world, world.ada, '/avatar/nobody@example.com')
    expect([unknown.status, unknown.json().msg]).toEqual([400, 'No such user'])
    expect((await fetchPath(world, other.chief, '/avatar/ben@example.com')).status).toBe(400)
  })
})
