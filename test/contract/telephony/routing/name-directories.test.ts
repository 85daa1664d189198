import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listPeople } from '../../../../src/telephony/phones/name-directory/list-people.ts'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

describe.each(engines)('Name directories on %s', (engine) => {
  let world: TelephonyWorld
  let path: string
  let list: string
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    path = `/instances/${world.acmePbx}/name-directories`
    list = `/instances/${world.acmePbx}/bulks/extensions`
  })
  afterAll(() => world.stop())

  const entryOf = (id: string) => `/instances/${world.acmePbx}/extensions/${id}/directory-entry`
  async function addPerson(first_name: string, last_name: string): Promise<string> {
    const { status, body } = await world.ada.post('/company/contacts', { first_name, last_name })
    expect(status).toBe(201)
    return body.id
  }
  async function addExtension(number: number, userId: string): Promise<string> {
    const { status, body } = await world.ada.post(list, {
      data: { id: number, name: `Phone ${number}` },
      user: { id: userId },
    })
    expect(status).toBe(201)
    return body._id
  }
  /** Whom callers of the company find by these digits. */
  async function find(digits: string, by = world.demo.acme.company.id): Promise<string[]> {
    const found = await listPeople(world.telephony.database.read, by, digits)
    return found.map(({ name, address }) => `${name} ${address.number}`)
  }

  it('201: number and name are enough; PATCH and DELETE as for ring groups', async () => {
    const made = await world.ada.post(path, { number: 6601, name: 'Everybody' })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ number: 6601, tries: 3, destination: '' })
    expect((await world.ben.get(path)).body).toEqual([made.body])
    const one = `/instances/${world.acmePbx}/name-directories/${made.body.id}`
    expect((await world.ben.patch(one, { tries: 1 })).status).toBe(403)
    expect((await world.hank.get(one)).status).toBe(404)
    expect((await world.ada.patch(one, { tries: 11 })).status).toBe(400)
    expect((await world.ada.patch(one, { destination: 'reception' })).status).toBe(400)
    expect((await world.ada.patch(one, { tries: 2, destination: '1003' })).body).toMatchObject({
      ...{ tries: 2, destination: '1003' },
    })
    expect((await world.ada.delete(one)).status).toBe(200)
  })

  it('people are found by the first letters of the last or first name, each once, in order', async () => {
    const zoe = await addPerson('Zoë', 'Zimmer')
    await addExtension(1602, zoe)
    await addExtension(1601, zoe)
    await addExtension(1603, await addPerson('Zara', 'Young'))
    // The fields of a name follow each other: Zimmer Zoë, and Zoë Zimmer.
    expect(await find('946')).toEqual(['Zoë Zimmer 1601'])
    expect(await find('963')).toEqual(['Zoë Zimmer 1601'])
    expect(await find('963946637')).toEqual(['Zoë Zimmer 1601'])
    expect(await find('9')).toEqual(['Zara Young 1603', 'Zoë Zimmer 1601'])
    expect(await find('999')).toEqual([])
    // Nobody of another company.
    expect(await find('9', world.demo.globex.company.id)).toEqual([])
  })

  it('200: people leave themselves out, and so do managers; the next user of the extension is in it', async () => {
    const [yan, yuri] = [await addPerson('Yan', 'Quist'), await addPerson('Yuri', 'Quist')]
    const id = await addExtension(1611, yan)
    expect((await world.ada.get(entryOf(id))).body).toEqual({ listed: true })
    expect((await world.ada.put(entryOf(id), { listed: false })).body).toEqual({ listed: false })
    const [entry] = (await world.ada.get('/audit', { page_size: 1 })).body
    expect(entry).toMatchObject({
      action: 'extension.directory_entry_updated',
      before: { listed: true },
      after: { listed: false },
    })
    expect(await find('78478')).toEqual([])
    await world.ada.patch(`${list}/${id}`, { user: { id: yuri } })
    expect((await world.ada.get(entryOf(id))).body).toEqual({ listed: true })
    expect(await find('78478')).toEqual(['Yuri Quist 1611'])
    await world.ada.patch(`/company/contacts/${yuri}`, { activated: false })
    expect(await find('78478')).toEqual([])
  })

  it('400, 403, 404: only the user and managers decide, and only with true or false', async () => {
    const extensions = (await world.ada.get(list)).body as { _id: string; data: { id: number } }[]
    const idOf = (number: number) => extensions.find(({ data }) => data.id === number)!._id
    const own = entryOf(idOf(1002))
    expect((await world.ben.put(own, { listed: false })).status).toBe(200)
    expect((await world.ben.put(own, { listed: true })).body).toEqual({ listed: true })
    expect((await world.ben.put(own, { listed: 'no' })).status).toBe(400)
    expect((await world.ben.put(entryOf(idOf(1001)), { listed: false })).status).toBe(403)
    expect((await world.hank.put(own, { listed: false })).status).toBe(404)
  })

  it('what is known of an extension goes with it', async () => {
    const id = await addExtension(1621, await addPerson('Xaver', 'Xu'))
    await world.ada.put(entryOf(id), { listed: false })
    expect((await world.ada.delete(`${list}/${id}`)).status).toBe(200)
    const { read } = world.telephony.database
    const rows = read.selectFrom('unlisted_extensions').selectAll().where('extension_id', '=', id)
    expect(await rows.execute()).toEqual([])
  })
})
