import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { currentCompany } from '../../../src/telephony/identity/current-company.ts'
import { callPartiesTable, callsTable } from '../../../src/telephony/phones/calls/calls-table.ts'
import { placeOfCallRecording } from '../../../src/telephony/phones/calls/recordings/receive-call-recording.ts'
import type { ApiClient } from '../../harness/api-client.ts'
import { makePdf, missingDocumentPrograms } from '../../harness/documents.ts'
import { engines } from '../../harness/engines.ts'
import { GLOBEX_FAX } from '../../harness/fax-world.ts'
import { foundOrganization, type Organization } from '../../harness/found-organization.ts'
import { readTar } from '../../harness/unpack-archive.ts'
import { uploadFile } from '../../harness/upload-file.ts'
import { startWorkspaceWorld, type WorkspaceWorld } from '../../harness/workspace-world.ts'
import { startWorld, type World } from '../../harness/world.ts'
import { sendPrivately, sendToStream } from '../messages/message-requests.ts'

const soon = { timeout: 20_000, interval: 30 }

async function order(client: ApiClient, path: string): Promise<number> {
  const { body, status } = await client.post(path)
  expect(status, JSON.stringify(body)).toBe(200)
  await vi.waitFor(async () => {
    const row = (await client.get('/export/people')).body.exports.find(
      ({ id }: { id: number }) => id === body.id,
    )
    expect(row).toMatchObject({ pending: false, failed: false, export_url: expect.any(String) })
  }, soon)
  return body.id
}

function download(app: World['app'], client: ApiClient, id: number) {
  const { email, key } = client.credentials ?? { email: '', key: '' }
  const authorization = `Basic ${Buffer.from(`${email}:${key}`).toString('base64')}`
  return app.inject({
    method: 'GET',
    url: `/api/v1/export/people/${id}/download`,
    headers: { ...client.headers, ...(client.credentials && { authorization }) },
  })
}

describe.each(engines)('Export of the data of a person on %s', (engine) => {
  let world: World
  let other: Organization
  beforeAll(async () => {
    world = await startWorld(engine, { LOG_LEVEL: 'fatal' })
    other = await foundOrganization(world, 'rafts.example.com')
  })
  afterAll(() => world.stop())

  const get = (client: ApiClient, id: number) => download(world.app, client, id)

  it('POST /users/me/export | has what the person wrote and stored, and nothing of others', async () => {
    await sendToStream(world.ben, 'test', 'x', 'BEN WROTE')
    await sendToStream(world.ada, 'test', 'x', 'ADA WROTE')
    await sendPrivately(world.ada, ['ben'], 'ADA TO BEN')
    await sendPrivately(world.ada, ['cleo'], 'ADA TO CLEO')
    await world.ben.post('/users/me/alert_words', { alert_words: '["deadline"]' })
    await world.ben.upload('/user_uploads', { file: { bytes: Buffer.from('BYTES'), name: '../a.txt' } })
    const id = await order(world.ben, '/users/me/export')
    const answer = await get(world.ben, id)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/gzip',
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringContaining(`person-export-${id}.tar.gz`),
    })
    const files = readTar(answer.rawPayload)
    const names = [...files.keys()]
    expect(names).toEqual(
      expect.arrayContaining([
        'manifest.json',
        'chat/users.jsonl',
        'chat/messages.jsonl',
        'chat/alert_words.jsonl',
      ]),
    )
    expect(names.some((name) => name.includes('/../'))).toBe(false)
    const text = [...files.values()].map(String).join('\n')
    for (const own of ['BEN WROTE', 'ADA TO BEN', 'deadline', 'BYTES']) expect(text).toContain(own)
    for (const foreign of ['ADA WROTE', 'ADA TO CLEO']) expect(text).not.toContain(foreign)
    const [stored] = await world.chat.database.read
      .selectFrom('users')
      .selectAll()
      .where('id', '=', world.demo.people.ben.id)
      .where('realm_id', '=', world.demo.realm.id)
      .execute()
    for (const secret of [stored!.api_key_hash, stored!.api_key_sealed]) expect(text).not.toContain(secret)
  })

  it('POST /users/:user_id/export | only the person and administrators see and download it', async () => {
    const id = await order(world.ada, `/users/${world.demo.people.ben.id}/export`)
    for (const client of [world.ada, world.ben]) expect((await get(client, id)).statusCode).toBe(200)
    for (const client of [world.cleo, world.gus, world.nobody, other.chief])
      expect((await get(client, id)).statusCode).toBeGreaterThanOrEqual(400)
    expect((await world.cleo.get('/export/people')).body.exports).toEqual([])
    expect((await world.cleo.post(`/users/${world.demo.people.ben.id}/export`)).body.msg).toBe('No such user')
    expect((await world.cleo.delete(`/export/people/${id}`)).body.msg).toBe('Invalid data export ID')
    expect((await world.ada.get('/export/realm')).body.exports).toEqual([])
    expect((await world.ada.delete(`/export/realm/${id}`)).status).toBe(400)
    expect((await world.ada.post(`/users/${world.demo.bots.echoBot.id}/export`)).status).toBe(400)
    expect((await world.ben.delete(`/export/people/${id}`)).status).toBe(200)
    expect((await get(world.ben, id)).statusCode).toBe(400)
  })

  it('ends after a week', async () => {
    const id = await order(world.cleo, '/users/me/export')
    world.clock.advance(7 * 86_400 - 100)
    expect((await get(world.cleo, id)).statusCode).toBe(200)
    world.clock.advance(200)
    expect((await get(world.cleo, id)).statusCode).toBe(400)
  })
})

describe.each(engines)('Export of the data of a person with phones on %s', (engine) => {
  let world: WorkspaceWorld
  beforeAll(async () => {
    world = await startWorkspaceWorld(engine)
    await world.sync()
  })
  afterAll(() => world.stop())

  it('has the telephony user and extensions, without their passwords', async () => {
    const ben = world.chatAs(world.people.ben)
    const files = readTar((await download(world.app, ben, await order(ben, '/users/me/export'))).rawPayload)
    expect(String(files.get('phones/contacts.jsonl'))).toContain(world.contacts.ben)
    const extensions = String(files.get('phones/extensions.jsonl'))
    expect(extensions).toContain('1002')
    expect(extensions).not.toMatch(/1001|sealed|password/)
  })

  it.skipIf(missingDocumentPrograms.length > 0)(
    'has recordings that the person may hear, and documents of faxes that they sent',
    async () => {
      const { telephony } = world.workspace
      const { company_id } = await telephony.database.read
        .selectFrom('contacts')
        .select('company_id')
        .where('id', '=', world.contacts.ben)
        .executeTakeFirstOrThrow()
      const company = (await currentCompany(telephony, company_id))!
      const call = {
        company_id: company.id,
        transferred_to: null,
        recording_seconds: 1,
        recording_state: null,
      }
      const party = {
        ...{ company_id: company.id, instance_uuid: null, trunk_id: null, encryption: null },
        ...{
          extension_id: null,
          user_id: world.contacts.ben,
          name: 'Ben',
          number: '1002',
          address: 'sip:1002@x',
        },
      }
      for (const [id, role, outcome] of [
        ['talked', 'caller', null],
        ['rang', 'called', 'missed'],
      ] as const) {
        await telephony.contents.write(placeOfCallRecording(company, id), Buffer.from(`sound of ${id}`))
        await telephony.transact(company.id, async ({ db }) => {
          await callsTable.insert(db, {
            ...{ ...call, id, pbx_call_id: id, direction: 'internal', dialled: '1001', result: 'answered' },
            ...{ started_at: 1, answered_at: 2, ended_at: 3, recording_size: 14 },
          })
          await callPartiesTable.insert(db, [{ ...party, call_id: id, role, outcome, position: 0 }])
        })
      }
      const { phones } = await world.signIn(world.people.ben)
      const pdf = makePdf()
      const file = await uploadFile(phones, pdf, 'letter.pdf')
      const fax = await phones.post('/fax/messages', { to: GLOBEX_FAX, file_id: file.id })
      expect(fax.status).toBe(202)
      const ben = world.chatAs(world.people.ben)
      const read = async () =>
        readTar((await download(world.app, ben, await order(ben, '/users/me/export'))).rawPayload)
      const files = await read()
      expect(String(files.get('files/recording-talked.wav'))).toBe('sound of talked')
      expect(files.has('files/recording-rang.wav')).toBe(false)
      expect(files.get(`files/fax-${fax.body.id}-letter.pdf`)).toEqual(pdf)
      await world.owner.patch('/company/recording-rules', { participants_listen: false })
      expect((await read()).has('files/recording-talked.wav')).toBe(false)
    },
  )
})
