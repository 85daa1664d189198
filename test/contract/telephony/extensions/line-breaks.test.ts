import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

const injections = [
  'Ada\r\nContact: <sip:evil@192.0.2.1>',
  'Ada\nexten => 911,1,System(id)',
  'Ada\r[evil]',
  'Ada\u0000',
  'Ada\u0001',
  'Ada\u007f',
]
const fields = ['callerid', 'context', 'dial', 'mailbox', 'outboundcid', 'emergency_cid', 'sipname', 'allow']

describe.each(engines)('What a PBX reads of an extension stays in its line, on %s', (engine) => {
  let world: TelephonyWorld
  let path: string
  let url: string
  let location: string
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    path = `/instances/${world.acmePbx}/bulks/extensions`
    const { body } = await world.ada.post(path, { data: { id: 7101, name: 'Plain' } })
    url = `${path}/${body._id}`
    location = `/company/locations/${(await world.ada.get('/company/locations')).body[0].id}`
  })
  afterAll(() => world.stop())

  const stored = async () => (await world.ada.get(path, { search: '7101' })).body

  it.each(injections)(
    '%j: 400 as a name, as a field of data, as a caller id; nothing is stored',
    async (text) => {
      const before = await stored()
      const tries = [
        await world.ada.post(path, { data: { id: 7102, name: text } }),
        await world.ada.patch(url, { data: { name: text } }),
        await world.ada.put(url, { data: { name: text } }),
        ...(await Promise.all(fields.map((field) => world.ada.patch(url, { data: { [field]: text } })))),
        await world.ada.patch(url, { outbound_callerid: { name: text } }),
        await world.ada.patch(url, { outbound_callerid: { number: text } }),
        await world.ada.patch(location, { callerid: text }),
        await world.ada.post(`${path}/import`, [{ data: { id: 7103, name: text } }]),
      ]
      expect(tries.map(({ status }) => status)).toEqual(tries.map(() => 400))
      expect(await stored()).toEqual(before)
      expect((await world.ada.get(path, { search: '710' })).body).toHaveLength(1)
    },
  )

  it('the error says what is wrong; a description is for people, and may have lines', async () => {
    const { body } = await world.ada.patch(url, { data: { name: 'a\nb', dial: 'a\nb' } })
    expect(body.errors).toEqual([
      { pointer: '/data/dial', detail: 'must be text in one line' },
      { pointer: '/data/name', detail: 'must be more than blanks, in one line' },
    ])
    const described = await world.ada.patch(url, { data: { description: 'First floor\nat the window' } })
    expect(described.body.data.description).toBe('First floor\nat the window')
  })
})
