import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../../src/config/config.ts'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

const account = { name: 'Provider', kind: 'registration', username: 'acme', password: 'a-password' }
const gateway = { name: 'Gateway', kind: 'ip' }
const publicAddress = '8.8.4.4'

describe.each(engines)('trunks on a server for several companies, on %s', (engine) => {
  let world: TelephonyWorld
  beforeAll(async () => {
    world = await startTelephonyWorld(engine, { TRUNKS_TO_PRIVATE_NETWORKS: 'no' })
  })
  afterAll(() => world.stop())

  it.each([
    [{ ...account, host: '10.0.0.5' }, ['/host']],
    [{ ...account, host: '127.0.0.1' }, ['/host']],
    [{ ...account, host: '169.254.169.254' }, ['/host']],
    [{ ...account, host: '::1' }, ['/host']],
    [{ ...account, host: '::ffff:10.0.0.5' }, ['/host']],
    [{ ...account, host: 'localhost' }, ['/host']],
    [{ ...account, host: 'LocalHost' }, ['/host']],
    [{ ...gateway, host: '192.168.1.1' }, ['/host']],
    [{ ...gateway, host: publicAddress, addresses: [publicAddress, '10.0.0.5'] }, ['/addresses/1']],
  ])('%j is 400 and names the setting', async (body, pointers) => {
    const response = await world.ada.post('/trunks', body)
    expect(response.status).toBe(400)
    expect(response.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(pointers)
    expect(response.body.detail).toContain('TRUNKS_TO_PRIVATE_NETWORKS=yes')
    expect((await world.ada.get('/trunks')).body).toEqual([])
  })

  it('a change is checked too; what is stored already may stay', async () => {
    const made = await world.ada.post('/trunks', { ...gateway, host: publicAddress })
    expect(made.status).toBe(201)
    const path = `/trunks/${made.body.id}`
    expect((await world.ada.patch(path, { host: 'localhost' })).status).toBe(400)
    expect((await world.ada.patch(path, { ...made.body, addresses: ['10.0.0.5'] })).status).toBe(400)
    expect((await world.ada.get(path)).body).toEqual(made.body)
    await world.telephony.database.write(world.demo.acme.company.id, {
      work: ({ db }) =>
        db.updateTable('trunks').set({ host: '10.0.0.5' }).where('id', '=', made.body.id).execute(),
    })
    const stored = (await world.ada.get(path)).body
    expect((await world.ada.patch(path, { ...stored, name: 'Old gateway' })).body).toMatchObject({
      host: '10.0.0.5',
      name: 'Old gateway',
    })
    await world.ada.delete(path)
  })

  it('a name that cannot be resolved is accepted: the provider may be away', async () => {
    const made = await world.ada.post('/trunks', { ...account, host: 'no-such-host.invalid' })
    expect(made.status).toBe(201)
    await world.ada.delete(`/trunks/${made.body.id}`)
  })
})

describe('TRUNKS_TO_PRIVATE_NETWORKS', () => {
  const allowed = (environment: Record<string, string>) =>
    readConfig({}, environment).telephony.trunksToPrivateNetworks

  it('is as for webhooks unless it is set', () => {
    expect(allowed({})).toBe(false)
    expect(allowed({ WEBHOOKS_TO_PRIVATE_NETWORKS: 'yes' })).toBe(true)
    expect(allowed({ TRUNKS_TO_PRIVATE_NETWORKS: 'yes' })).toBe(true)
    expect(allowed({ WEBHOOKS_TO_PRIVATE_NETWORKS: 'yes', TRUNKS_TO_PRIVATE_NETWORKS: 'no' })).toBe(false)
  })
})
