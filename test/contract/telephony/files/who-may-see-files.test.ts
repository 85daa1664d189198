import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import type { TelephonyClient } from '../../../harness/telephony-client.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'
import { uploadFile } from '../../../harness/upload-file.ts'

describe.each(engines)('who may see files on %s', (engine) => {
  let world: TelephonyWorld
  let adas: { id: string }
  let bens: { id: string }
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    adas = await uploadFile(world.ada, Buffer.from('of Ada'))
    bens = await uploadFile(world.ben, Buffer.from('of Ben'))
  })
  afterAll(() => world.stop())

  const tries: [string, (client: TelephonyClient, id: string) => ReturnType<TelephonyClient['get']>][] = [
    ['GET /files/:file_id', (client, id) => client.get(`/files/${id}`)],
    ['GET /files/:file_id/download', (client, id) => client.get(`/files/${id}/download`)],
    ['POST /files/:file_id/generate_url', (client, id) => client.post(`/files/${id}/generate_url`, {})],
    ['POST /files/:file_id/upload', (client, id) => client.post(`/files/${id}/upload`, 'x')],
    ['POST representation', (client, id) => client.post(`/conversion/files/${id}/representation`)],
    ['DELETE /files/:file_id', (client, id) => client.delete(`/files/${id}`)],
  ]

  it.each(tries)('%s: 403 for another user of the company', async (_name, call) => {
    expect((await call(world.ben, adas.id)).status).toBe(403)
  })

  it.each(tries)('%s: 404 for another company, even for its owner', async (_name, call) => {
    expect((await call(world.hank, bens.id)).status).toBe(404)
    expect((await call(world.hank, 'f'.repeat(24))).status).toBe(404)
  })

  it.each(tries)('%s: 401 without a key', async (_name, call) => {
    expect((await call(world.stranger, bens.id)).status).toBe(401)
  })

  it('the owner sees the files of everybody, others their own', async () => {
    const ids = async (client: TelephonyClient) =>
      (await client.get('/files')).body.map(({ id }: { id: string }) => id)
    expect(await ids(world.ada)).toEqual([bens.id, adas.id])
    expect(await ids(world.ben)).toEqual([bens.id])
    expect(await ids(world.hank)).toEqual([])
    expect((await world.ada.get(`/files/${bens.id}/download`)).bytes.toString()).toBe('of Ben')
  })

  it('the list comes in pages, newest first', async () => {
    const third = await uploadFile(world.ada, Buffer.from('third'))
    const first = await world.ada.get('/files', { page: 1, page_size: 2 })
    expect(first.body.map(({ id }: { id: string }) => id)).toEqual([third.id, bens.id])
    expect(first.headers).toMatchObject({
      'x-pagination-total-count': '3',
      'x-pagination-page-count': '2',
      'x-pagination-current-page': '1',
      'x-pagination-per-page': '2',
    })
    const second = await world.ada.get('/files', { page: 2, page_size: 2 })
    expect(second.body.map(({ id }: { id: string }) => id)).toEqual([adas.id])
    expect((await world.ada.get('/files', { page_size: 1001 })).status).toBe(400)
    expect((await world.ada.get('/files', { page: 0 })).status).toBe(400)
  })

  it('people who see a text see its files, and nobody else does', async () => {
    const [shown, hidden] = [
      await uploadFile(world.ada, Buffer.from('for Ben too')),
      await uploadFile(world.ada, Buffer.from('not for Ben')),
    ]
    const text = async (from_number: string, file: string) => {
      const { body } = await world.ada.post('/texting/conversations', {
        from_number,
        recipients: [{ number: '+12025550177' }],
        conversation_type: 'direct',
      })
      const path = `/texting/conversations/${body.id}/messages/publish`
      expect((await world.ada.post(path, { files: [file] })).status).toBeLessThan(300)
    }
    expect((await world.ben.get(`/files/${shown.id}/download`)).status).toBe(403)
    await text('+12025550102', shown.id)
    await text('+12025550101', hidden.id)
    expect((await world.ben.get(`/files/${shown.id}/download`)).bytes.toString()).toBe('for Ben too')
    expect((await world.ben.get(`/files/${hidden.id}/download`)).status).toBe(403)
    expect((await world.ben.delete(`/files/${shown.id}`)).status).toBe(403)
  })

  it('opening the file of somebody else is in the audit trail, once an hour', async () => {
    const [own, others] = [
      await uploadFile(world.ada, Buffer.from('mine')),
      await uploadFile(world.ben, Buffer.from('not mine')),
    ]
    await world.ada.get(`/files/${own.id}/download`)
    await world.ben.get(`/files/${others.id}/download`)
    await world.ada.get(`/files/${others.id}`)
    await world.ada.get(`/files/${others.id}/download`)
    const opened = async (id: string) =>
      (await world.ada.get('/audit', { action: 'file.opened', subject_id: id })).body
    expect(await opened(own.id)).toEqual([])
    expect(await opened(others.id)).toMatchObject([
      { contact: { name: 'Ada Lovelace' }, subject: { kind: 'file', id: others.id } },
    ])
  })

  it('a key that may only read changes nothing', async () => {
    const { telephony, demo } = world
    const { createApiKey } = await import('../../../../src/telephony/company/api-keys/create-api-key.ts')
    const { key } = await createApiKey(telephony, demo.acme.actor, { name: 'Reader', scopes: ['read'] })
    const reader = world.as(key, 'primary')
    expect((await reader.get(`/files/${bens.id}`)).status).toBe(200)
    expect((await reader.post('/files', { name: 'a' })).status).toBe(403)
    expect((await reader.delete(`/files/${bens.id}`)).status).toBe(403)
  })
})
