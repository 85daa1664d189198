import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../harness/api-client.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { watch } from '../../harness/watch-events.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { expectRefusal } from '../messages/message-requests.ts'

const rust = {
  name: 'Rust',
  pygments_language: 'Rust',
  url_template: 'https://play.example.com/?code={code}',
}

describe.each(engines)('Code playgrounds on %s', (engine) => {
  let world: World
  let elsewhere: Organization
  beforeAll(async () => {
    world = await startWorld(engine)
    elsewhere = await foundOrganization(world, 'elsewhere.example.com')
  })
  afterAll(() => world.stop())

  const list = async (client: ApiClient) =>
    (await client.post('/register', { event_types: ['realm_playgrounds'] })).body.realm_playgrounds

  it('POST /realm/playgrounds, DELETE | in register, and announced to everyone here', async () => {
    const gus = await watch(world.gus, ['realm_playgrounds'])
    const outsider = await watch(elsewhere.chief, ['realm_playgrounds'])
    const { body } = await world.ada.post('/realm/playgrounds', rust)
    expect(body).toEqual({ result: 'success', msg: '', id: expect.any(Number) })
    const all = [{ id: body.id, ...rust }]
    expect(await list(world.gus)).toEqual(all)
    expect(await list(elsewhere.chief)).toEqual([])
    const event = { type: 'realm_playgrounds', id: expect.any(Number) }
    expect(await gus.news()).toEqual([{ ...event, realm_playgrounds: all }])
    expect(await outsider.news()).toEqual([])
    expectRefusal(await elsewhere.chief.delete(`/realm/playgrounds/${body.id}`), 'Invalid playground')
    expect((await world.ada.delete(`/realm/playgrounds/${body.id}`)).body).toEqual({
      result: 'success',
      msg: '',
    })
    expect(await gus.news()).toEqual([{ ...event, realm_playgrounds: [] }])
    expectRefusal(await world.ada.delete(`/realm/playgrounds/${body.id}`), 'Invalid playground')
  })

  it.each([
    [{ name: ' ' }, "name can't be empty!"],
    [{ pygments_language: 'a b' }, 'Invalid characters in pygments language'],
    [{ url_template: 'javascript:alert({code})' }, 'Invalid URL template.'],
    [{ url_template: 'https://{code}.example.com/' }, 'Invalid URL template.'],
    [{ url_template: 'https://example.com/' }, 'Missing the required variable "code" in the URL template'],
    [
      { url_template: 'https://example.com/{x}/{code}' },
      '"code" should be the only variable present in the URL template',
    ],
  ])('POST | %j is refused', async (args, msg) => {
    const before = await list(world.ada)
    expectRefusal(await world.ada.post('/realm/playgrounds', { ...rust, ...args }), msg)
    expect(await list(world.ada)).toEqual(before)
  })

  it('POST | only by administrators, and not twice', async () => {
    expectRefusal(await world.ben.post('/realm/playgrounds', rust), 'Must be an organization administrator', {
      code: 'UNAUTHORIZED_PRINCIPAL',
    })
    expect((await world.ada.post('/realm/playgrounds', rust)).status).toBe(200)
    expectRefusal(
      await world.ada.post('/realm/playgrounds', { ...rust, url_template: 'https://example.com/{code}' }),
      'A playground with this name and language already exists.',
    )
  })
})
