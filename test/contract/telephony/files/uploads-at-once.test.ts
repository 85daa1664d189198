import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import { incoming, SlowUpload } from '../../../harness/slow-upload.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

const limits = {
  key: { uploads: 2, bytes: 1_000_000 },
  tenant: { uploads: 3, bytes: 1_000_000 },
  server: { uploads: 4, bytes: 1_500_000 },
  // Longer than any test waits: what is gone was not removed for that reason.
  pauseMs: 60_000,
}

describe.each(engines)('uploads at once on %s', (engine) => {
  let world: TelephonyWorld
  let port: number
  let otherKey: string
  beforeAll(async () => {
    world = await startTelephonyWorld(engine, {}, { uploads: limits })
    port = Number(new URL(await world.listen()).port)
    otherKey = (await world.ada.post('/api-keys', { name: 'other', scopes: ['read', 'write'] })).body.key
  })
  afterAll(() => world.stop())

  const half = Buffer.alloc(500)
  const start = async (key: string, bytes = 1000) => {
    const client = world.as(key, 'primary')
    const { id } = (await client.post('/files', { name: 'slow' })).body
    const headers = { authorization: `Bearer ${key}`, 'x-user-id': 'primary' }
    return new SlowUpload(port, { path: `/files/${id}/upload`, headers, field: 'upfile', bytes }).send(half)
  }
  const arrived = (count: number) => expect.poll(() => incoming(world.config.dataDir).length).toBe(count)
  const refusal = async (upload: SlowUpload) => {
    const { status, headers, body } = await upload.answer
    upload.hangUp()
    expect([status, headers['retry-after']]).toEqual([429, '5'])
    return JSON.parse(body).detail
  }

  it('more than an API key, the company, or the server may: 429; who hangs up makes room', async () => {
    const acme = [await start('dev-acme-key'), await start('dev-acme-key')]
    await arrived(2)
    expect(await refusal(await start('dev-acme-key'))).toBe(
      'Too many uploads at once with one API key (limit: 2)',
    )
    acme.push(await start(otherKey))
    await arrived(3)
    expect(await refusal(await start(otherKey))).toBe('Too many uploads at once in this company (limit: 3)')
    const globex = await start('dev-globex-key')
    await arrived(4)
    expect(await refusal(await start('dev-globex-key'))).toBe(
      'Too many uploads at once on this server (limit: 4)',
    )
    const rows = await world.ada.call('POST', '/company/contacts/import', 'first_name\nA\n', {
      'content-type': 'text/csv',
    })
    expect(rows.status).toBe(429)
    globex.hangUp()
    await arrived(3)
    for (const upload of acme) {
      expect((await upload.send(half).finish()).status).toBe(200)
      upload.hangUp()
    }
    await arrived(0)
  })

  it('bytes count while they come', async () => {
    const upload = await start('dev-acme-key', 2_000_000)
    upload.send(Buffer.alloc(1_100_000))
    expect(await refusal(upload)).toBe(
      'Uploads at once with one API key are too large together (limit: 1000000 bytes)',
    )
    await arrived(0)
  })

  it('half a fax leaves nothing', async () => {
    const headers = { authorization: 'Bearer dev-acme-key', 'x-user-id': 'primary' }
    const upload = new SlowUpload(port, { path: '/fax/messages', headers, field: 'upfile', bytes: 1000 })
    upload.send(half)
    await arrived(1)
    upload.hangUp()
    await arrived(0)
    expect((await world.ada.get('/fax/messages')).body).toEqual([])
  })
})
