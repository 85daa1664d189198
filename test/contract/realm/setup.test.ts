import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noteBackup } from '../../../src/platform/backup/last-backup.ts'
import { engines } from '../../harness/engines.ts'
import { foundOrganization } from '../../harness/found-organization.ts'
import { startWorld, type World } from '../../harness/world.ts'

describe.each(engines)('GET /realm/setup on %s', (engine) => {
  let world: World
  beforeAll(async () => {
    world = await startWorld(engine)
  })
  afterAll(() => world.stop())

  it('says what is there, to administrators only', async () => {
    expect((await world.ada.get('/realm/setup')).body).toEqual({
      result: 'success',
      msg: '',
      icon: false,
      people: true,
      streams: true,
      mail_server: false,
      backups: engine === 'SQLite' ? false : null,
    })
    const { body, status } = await world.ben.get('/realm/setup')
    expect([status, body.code]).toEqual([400, 'UNAUTHORIZED_PRINCIPAL'])
  })

  it('each step is done as soon as it is true', async () => {
    const { chief: administrator } = await foundOrganization(world, 'new.example.com')
    const setup = async () => (await administrator.get('/realm/setup')).body
    const before = await setup()
    await administrator.post('/users/me/subscriptions', { subscriptions: [{ name: 'one' }] })
    await administrator.post('/users/me/subscriptions', { subscriptions: [{ name: 'two' }] })
    expect([before.streams, (await setup()).streams]).toEqual([false, true])
    if (engine !== 'SQLite') return
    await noteBackup(world.config.dataDir, world.clock, { bytes: 1000, hasFiles: false })
    expect((await setup()).backups).toBe(true)
    world.clock.advance(8 * 86_400)
    expect((await setup()).backups).toBe(false)
    writeFileSync(join(world.config.dataDir, 'last-backup'), 'nonsense')
    expect((await setup()).backups).toBe(false)
  })
})
