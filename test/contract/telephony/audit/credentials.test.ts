import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { engines } from '../../../harness/engines.ts'
import { everythingStored } from '../../../harness/everything-stored.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

describe.each(engines)('credentials on %s', (engine) => {
  let world: TelephonyWorld
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
  })
  afterAll(() => world.stop())

  it('are neither in the audit trail nor readable in what is stored', async () => {
    const extensions = `/instances/${world.acmePbx}/bulks/extensions`
    const given = 'Given-Secret-0123456789'
    const made = (await world.ada.post(extensions, { data: { id: 4001, name: 'Made' } })).body.data
    const once = world.ada.with({ 'idempotency-key': 'once' })
    const own = await once.post(extensions, {
      data: { id: 4002, name: 'Given', secret: given, voicemail_vmpwd: '48151623424815' },
    })
    await world.ada.patch(`${extensions}/${own.body._id}`, { data: { password: `${given}-changed` } })
    await world.ada.post(`${extensions}/import`, [
      { data: { id: 4003, name: 'Bulk', secret: `${given}-bulk` } },
    ])
    await world.ada.delete(`${extensions}/${own.body._id}`)
    const key = (
      await world.ada.with({ 'idempotency-key': 'key' }).post('/api-keys', { name: 'K', scopes: ['read'] })
    ).body.key
    const next = (await world.ada.post('/api-keys', { name: 'L', scopes: ['read'] })).body
    const rotated = (await world.ada.post(`/api-keys/${next.id}/rotate`, {})).body.key
    const secrets = [made.secret, made.password, given, '48151623424815', key, next.key, rotated]
    for (const secret of secrets) expect(secret).toMatch(/^\S{14,}$/)

    const { body: entries } = await world.ada.get('/audit')
    const trail = JSON.stringify(entries)
    const stored = await everythingStored(world.config)
    expect(trail).toContain('[secret]')
    expect(stored).toContain('Meeting room')
    for (const secret of secrets) {
      expect(trail).not.toContain(secret)
      expect(stored.includes(secret)).toBe(false)
    }
  })
})
