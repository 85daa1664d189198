import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

describe.each(engines)('Changing extensions on %s', (engine) => {
  let world: TelephonyWorld
  let path: string
  let number = 5000
  let url: string
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the answers' validation says
  let made: any
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    path = `/instances/${world.acmePbx}/bulks/extensions`
  })
  beforeEach(async () => {
    number += 1
    made = (
      await world.ada.post(path, {
        data: {
          id: number,
          name: 'Before',
          description: 'Old',
          ringtimer: '20',
          dtmfmode: 'info',
          concurrency_limit: 1,
          vmx_play_instructions: true,
          callerid: 'mine',
        },
        purpose: 'mobile-app',
        user: { id: world.demo.acme.ben.id },
        outbound_callerid: { name: 'A', number: 'B' },
        reserved: { config_id: 'D', to: 'E' },
      })
    ).body
    url = `${path}/${made._id}`
  })
  afterAll(() => world.stop())
  const get = async (client = world.ada) => (await client.get(path, { search: String(number) })).body[0]

  describe.each(['put', 'patch'] as const)('%s of the whole object', (verb) => {
    it.each(['ada', 'ben'] as const)('sent back by %s changes nothing', async (who) => {
      const before = await get(world[who])
      const { status, body } = await world[who][verb](url, before)
      expect(status).toBe(200)
      expect(body).toEqual(before)
      expect(await get()).toEqual(made)
    })

    it('by a user who does not see the credentials changes nothing either', async () => {
      const [ada] = (await world.ben.get(path, { search: '1001' })).body
      const full = (await world.ada.get(path, { search: '1001' })).body
      const { status, body } = await world.ben[verb](`${path}/${ada._id}`, ada)
      expect(status).toBe(200)
      expect(body).toEqual(ada)
      expect((await world.ada.get(path, { search: '1001' })).body).toEqual(full)
    })

    it('with a new name: what follows from the name follows', async () => {
      const plain = (await world.ada.post(path, { data: { id: number + 1000, name: 'Old' } })).body
      const changed = { ...plain, data: { ...plain.data, name: 'New' } }
      const { body } = await world.ada[verb](`${path}/${plain._id}`, changed)
      expect(body.data).toMatchObject({ name: 'New', callerid: `"New" <${number + 1000}>` })
      expect(body.phone[0].data.reg[0].displayname).toBe('New')
    })

    it.each([
      ['voicemail', 'default', { voicemail: 'default', voicemail_enable: 'yes' }],
      ['voicemail_enable', 'yes', { voicemail: 'default', voicemail_enable: 'yes' }],
    ])('with %s turned: both switches of the voicemail turn', async (name, value, both) => {
      const on = await world.ada[verb](url, { ...made, data: { ...made.data, [name]: value } })
      expect(on.body.data).toMatchObject(both)
      const off = await world.ada[verb](url, {
        ...on.body,
        data: { ...on.body.data, [name]: made.data[name] },
      })
      expect(off.body.data).toMatchObject({ voicemail: 'novm', voicemail_enable: 'no' })
    })

    it('400: to the location of another instance; its own changes nothing', async () => {
      const other = (await world.ada.post('/company/locations', { name: 'Other' })).body
      const answer = await world.ada[verb](url, { ...made, location_id: other.id })
      expect(answer.body.errors).toEqual([
        { pointer: '/location_id', detail: 'is the location of another instance' },
      ])
      expect(await get()).toEqual(made)
      expect((await world.ada[verb](url, { ...made, location_id: made.location_id })).status).toBe(200)
    })

    it.each(['_id', 'pbx'])('400: %s cannot be changed, and nothing else is', async (name) => {
      const { status, body } = await world.ada[verb](url, {
        ...made,
        data: { ...made.data, description: 'No' },
        [name]: 'other',
      })
      expect(status).toBe(400)
      expect(body.errors).toEqual([{ pointer: `/${name}`, detail: 'cannot be changed' }])
      expect(await get()).toEqual(made)
    })

    it.each(['id', 'extension'])('400: data.%s cannot be changed', async (name) => {
      const answer = await world.ada[verb](url, { data: { name: 'X', [name]: 4242 } })
      expect(answer.status).toBe(400)
      expect(answer.body.errors[0].pointer).toBe(`/data/${name}`)
      expect(await get()).toEqual(made)
    })

    it('404: unknown extension or instance, and the extension of another instance', async () => {
      const { pbx_id: uuid } = (await world.ada.post('/company/locations', { name: 'Other' })).body
      for (const other of [
        `${path}/${'f'.repeat(24)}`,
        url.replace(world.acmePbx, 'x'),
        url.replace(world.acmePbx, uuid),
      ]) {
        expect((await world.ada[verb](other, { data: { name: 'X' } })).status).toBe(404)
      }
    })
  })

  describe('PUT /instances/{instance_uuid}/bulks/extensions/{extension_id}', () => {
    it('200: what is absent goes back to its default', async () => {
      const { status, body } = await world.ada.put(url, { data: { name: 'After' } })
      expect(status).toBe(200)
      expect(body).toMatchObject({
        purpose: 'ip-phone',
        user: null,
        outbound_callerid: null,
        reserved: null,
        location_id: world.demo.acme.location.id,
        data: {
          name: 'After',
          description: '',
          ringtimer: '0',
          dtmfmode: 'rfc4733',
          concurrency_limit: 3,
          vmx_play_instructions: false,
          callerid: `"After" <${number}>`,
        },
      })
      expect(await get()).toEqual(body)
    })

    it('200: _id, pbx, data.id and the credentials stay when absent', async () => {
      const { body } = await world.ada.put(url, { data: { name: 'After' } })
      expect(body).toMatchObject({ _id: made._id, pbx: made.pbx })
      for (const name of ['id', 'extension', 'password', 'secret', 'voicemail_vmpwd']) {
        expect(body.data[name]).toBe(made.data[name])
      }
    })

    it('200: by any user of the company, when nobody has it', async () => {
      await world.ada.patch(url, { user: null })
      const { status, body } = await world.ben.put(url, { data: { name: 'By Ben' } })
      expect(status).toBe(200)
      expect(body.data).not.toHaveProperty('secret')
    })
  })

  describe('PATCH /instances/{instance_uuid}/bulks/extensions/{extension_id}', () => {
    it('200: an empty object changes nothing', async () => {
      expect((await world.ada.patch(url, {})).body).toEqual(made)
      expect((await world.ada.patch(url, { data: {} })).body).toEqual(made)
    })

    it('200: only what is named changes', async () => {
      const { body } = await world.ada.patch(url, { data: { ringtimer: '30' } })
      expect(body).toEqual({ ...made, data: { ...made.data, ringtimer: '30' } })
    })

    it('200: also within the caller id and the reservation', async () => {
      const { body } = await world.ada.patch(url, {
        outbound_callerid: { number: 'X' },
        reserved: { to: null },
      })
      expect(body.outbound_callerid).toEqual({ name: 'A', number: 'X', value: '"A" <X>' })
      expect(body.data.outboundcid).toBe('"A" <X>')
      expect(body.reserved).toEqual({ config_id: 'D', to: '' })
    })

    it('both forms of the caller id are the same', async () => {
      const both = ({ data, outbound_callerid: object }: { data: object; outbound_callerid: unknown }) => ({
        text: (data as { outboundcid: string }).outboundcid,
        object,
      })
      const text = '"Desk" <4155550100>'
      const desk = { text, object: { name: 'Desk', number: '4155550100', value: text } }
      const byText = (await world.ada.patch(url, { data: { outboundcid: text } })).body
      expect(both(byText)).toEqual(desk)
      await world.ada.patch(url, { outbound_callerid: { value: '4155550111' } })
      expect(both(await get())).toEqual({
        text: '4155550111',
        object: { name: '', number: '4155550111', value: '4155550111' },
      })
      // One changes, the other comes back as it was.
      const whole = await get()
      expect(both((await world.ada.put(url, { ...whole, outbound_callerid: desk.object })).body)).toEqual(
        desk,
      )
      const again = await get()
      const data = { ...again.data, outboundcid: '1' }
      expect(both((await world.ada.put(url, { ...again, data })).body).object).toMatchObject({ number: '1' })
      const disagreeing = await world.ada.patch(url, {
        data: { outboundcid: '2' },
        outbound_callerid: { value: '3' },
      })
      expect(disagreeing.body.errors[0].pointer).toBe('/outbound_callerid')
      const within = await world.ada.patch(url, { outbound_callerid: { number: '4', value: '5' } })
      expect(within.body.errors[0].pointer).toBe('/outbound_callerid/value')
      expect((await get()).data.outboundcid).toBe('1')
    })

    it('200: null takes them away', async () => {
      const { body } = await world.ada.patch(url, { outbound_callerid: null, reserved: null, user: null })
      expect(body).toMatchObject({ outbound_callerid: null, reserved: null, user: null })
    })

    it('200: a field set to its default follows the default again', async () => {
      await world.ada.patch(url, { data: { callerid: `"Before" <${number}>` } })
      const { body } = await world.ada.patch(url, { data: { name: 'Renamed' } })
      expect(body.data.callerid).toBe(`"Renamed" <${number}>`)
    })

    it('two at once: neither undoes the other', async () => {
      await Promise.all([
        world.ada.patch(url, { data: { ringtimer: '40' } }),
        world.ben.patch(url, { data: { description: 'Both' } }),
        world.ada.patch(url, { purpose: 'ip-phone' }),
      ])
      expect(await get()).toMatchObject({
        purpose: 'ip-phone',
        data: { ringtimer: '40', description: 'Both' },
      })
    })

    it('what a phone reports meanwhile is not overwritten', async () => {
      const { domain } = (await world.telephony.database.read
        .selectFrom('instances')
        .select('domain')
        .where('uuid', '=', world.acmePbx)
        .executeTakeFirst())!
      const pbx = world.telephony.pbx as never as { report(address: object, what: object): Promise<void> }
      await pbx.report({ domain, number }, { state: 'AUTHENTICATED', callStatus: 'ringing' })
      await expect
        .poll(async () => (await get()).subscriber)
        .toMatchObject({ state: 'AUTHENTICATED', call_status: 'ringing' })
      await world.ada.patch(url, { data: { description: 'New' } })
      expect((await get()).subscriber.state).toBe('AUTHENTICATED')
      // A new secret ends the registration made with the old one.
      await world.ada.patch(url, { data: { secret: 'a-new-secret-of-twenty-four' } })
      await expect.poll(async () => (await get()).subscriber.state).toBe('UNAUTHENTICATED')
    })
  })
})
