import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningAsterisk, startAsterisk } from '../../harness/asterisk/start-asterisk.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { sippRegister } from '../../harness/sip/sipp-register.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../harness/telephony-world.ts'

const missing = missingPrograms('asterisk', 'sipp')
const ROWS = 600

describe.skipIf(missing)(`an import through Asterisk${missing}`, () => {
  let asterisk: RunningAsterisk
  let world: TelephonyWorld
  beforeAll(async () => {
    asterisk = await startAsterisk('SQLite')
    world = await startTelephonyWorld('SQLite', { ...asterisk.settings, LOG_LEVEL: 'silent' })
  })
  afterAll(async () => {
    await world?.stop()
    await asterisk?.stop()
  })

  it('shows its progress, and every row that it says is created can register', async () => {
    const list = `/instances/${world.acmePbx}/bulks/extensions`
    const domain = (await world.ada.get('/instances')).body[0].internal_domain
    const register = async (number: number) => {
      const { body } = await world.ada.get(list, { search: number })
      const { secret } = body[0].data
      return (await sippRegister({ sipPort: asterisk.sipPort, number, domain, secret })).outcome
    }
    const rows = Array.from({ length: ROWS }, (_, index) => ({
      data: { id: 20_000 + index, name: `Bed ${index}` },
    }))
    const { status, body } = await world.ada.post(`${list}/import`, rows)
    expect(status).toBe(202)
    const seen = new Set<number>()
    await waitUntil('the first rows exist', async () => {
      const { created } = (await world.ada.get(`/imports/${body.id}`)).body
      return created > 0
    })
    // While the rest is in progress.
    expect(await register(20_000)).toBe('accepted')
    await waitUntil('the import ends', async () => {
      const { created, status: now } = (await world.ada.get(`/imports/${body.id}`)).body
      seen.add(created)
      return now !== 'running'
    })
    expect((await world.ada.get(`/imports/${body.id}`)).body).toMatchObject({
      status: 'completed',
      created: ROWS,
      failed: 0,
    })
    expect(seen.size).toBeGreaterThan(1)
    expect(await register(20_000 + ROWS - 1)).toBe('accepted')
  })
})
