import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import type { TelephonyClient } from '../../../harness/telephony-client.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

describe.each(engines)('Who has an extension on %s', (engine) => {
  let world: TelephonyWorld
  let path: string
  let number = 6000
  let url: string
  let cleo: TelephonyClient
  let ids: { ada: string; ben: string; cleo: string }
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    path = `/instances/${world.acmePbx}/bulks/extensions`
    const { id } = (await world.ada.post('/company/contacts', { first_name: 'Cleo' })).body
    cleo = world.ada.with({ 'x-user-id': id })
    ids = { ada: world.demo.acme.owner.id, ben: world.demo.acme.ben.id, cleo: id }
  })
  beforeEach(async () => {
    number += 1
    const data = { id: number, name: 'Shared' }
    const made = await world.ada.post(path, { data, user: { id: ids.ben } })
    url = `${path}/${made.body._id}`
  })
  afterAll(() => world.stop())
  const get = async (client = world.ada) => (await client.get(path, { search: String(number) })).body[0]

  describe.each(['put', 'patch'] as const)('%s', (verb) => {
    const give = (client: TelephonyClient, user: unknown) =>
      client[verb](url, { data: { name: 'Shared' }, user })

    it('user: { id } assigns, a whole contact object assigns as well, null unassigns', async () => {
      expect((await give(world.ada, { id: ids.cleo })).body.user).toMatchObject({ first_name: 'Cleo' })
      const ben = (await world.ben.get('/system/account')).body
      expect((await give(world.ada, ben)).body.user.id).toBe(ids.ben)
      expect((await give(world.ada, null)).body.user).toBeNull()
    })

    it('an extension that nobody has can be given by any user', async () => {
      await give(world.ada, null)
      expect((await give(cleo, { id: ids.cleo })).status).toBe(200)
    })

    it('the user of an extension can hand it on', async () => {
      const { status, body } = await give(world.ben, { id: ids.cleo })
      expect(status).toBe(200)
      expect(body.data, 'and does not see its credentials any more').not.toHaveProperty('secret')
    })

    it('403: nobody can take it from its user, nor take it away', async () => {
      const before = await get()
      for (const user of [{ id: ids.cleo }, { id: ids.ada }, null]) {
        expect((await give(cleo, user)).status).toBe(403)
      }
      expect(await get()).toEqual(before)
    })

    it('400: a user who does not exist', async () => {
      expect((await give(world.ada, { id: 'nobody' })).body.errors[0].pointer).toBe('/user/id')
    })
  })

  it('the contact shows the extension with the lowest number', async () => {
    expect((await cleo.get('/system/account')).body.extension).not.toEqual(
      expect.objectContaining({ number }),
    )
    const { id } = (await world.ada.post('/company/contacts', { first_name: 'Dora' })).body
    await world.ada.patch(url, { user: { id }, data: { description: 'Hers' } })
    const [dora] = (await world.ada.get('/system/company/contacts', { first_name: 'Dora' })).body
    expect(dora.extension).toEqual({
      id: (await get())._id,
      description: 'Hers',
      name: 'Shared',
      number,
    })
    await world.ada.post(path, { data: { id: number - 5000, name: 'Lower' }, user: { id } })
    const [again] = (await world.ada.get('/system/company/contacts', { first_name: 'Dora' })).body
    expect(again.extension.number).toBe(number - 5000)
  })

  describe('DELETE /instances/{instance_uuid}/bulks/extensions/{extension_id}', () => {
    it('200 with the deleted extension, by the owner; it is then gone from list, PBX and user', async () => {
      const before = await get()
      const { status, body } = await world.ada.delete(url)
      expect(status).toBe(200)
      expect(body).toEqual(before)
      expect((await world.ada.get(path, { search: String(number) })).status).toBe(404)
      const left = await world.telephony.database.read
        .selectFrom('pbx_accounts')
        .select('number')
        .where('number', '=', number)
        .execute()
      expect(left).toEqual([])
      expect((await world.ada.delete(url)).status).toBe(404)
      expect((await world.ada.patch(url, {})).status).toBe(404)
    })

    it('200: by the assigned user', async () => {
      expect((await world.ben.delete(url)).status).toBe(200)
    })

    it('the number is free again, with new credentials', async () => {
      const { data } = (await world.ada.delete(url)).body
      const again = await world.ada.post(path, { data: { id: number, name: 'Again' } })
      expect(again.status).toBe(201)
      for (const name of ['secret', 'password']) expect(again.body.data[name]).not.toBe(data[name])
    })

    it('403: neither owner nor assigned user; also when nobody has it', async () => {
      expect((await cleo.delete(url)).status).toBe(403)
      await world.ada.patch(url, { user: null })
      expect((await cleo.delete(url)).status).toBe(403)
      expect((await get()).data.id).toBe(number)
    })

    it('404: unknown extension or instance', async () => {
      expect((await world.ada.delete(`${path}/${'f'.repeat(24)}`)).status).toBe(404)
      expect((await world.ada.delete(url.replace(world.acmePbx, 'none'))).status).toBe(404)
    })

    it('of two at the same time one deletes it, and the other gets 404', async () => {
      const answers = await Promise.all([world.ada.delete(url), world.ben.delete(url)])
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404])
    })
  })

  describe('GET /instances/{instance_uuid}/extensions/{extension_id}/provisioning', () => {
    const address = () => `${url.replace('/bulks', '')}/provisioning`

    it('200: all that a softphone needs, for the owner and the assigned user', async () => {
      const { data } = await get()
      const { fqdn } = (await world.ada.get('/instances')).body[0]
      for (const client of [world.ada, world.ben]) {
        const { status, body } = await client.get(address())
        expect(status).toBe(200)
        expect(body).toEqual({
          display_name: 'Shared',
          username: String(number),
          password: data.secret,
          domain: fqdn,
          outbound_proxy: '127.0.0.1:5060',
          transport: 'udp',
          registration_expires: 3600,
          uri: `sip:${number}@${fqdn}`,
          mailbox: `${number}@device`,
        })
      }
    })

    it('403 for other users, 404 for what does not exist', async () => {
      expect((await cleo.get(address())).status).toBe(403)
      expect((await world.ada.get(address().replace(world.acmePbx, 'none'))).status).toBe(404)
    })
  })
})
