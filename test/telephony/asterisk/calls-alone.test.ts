import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { onAsteriskDatabase } from '../../harness/asterisk/phone-rows.ts'
import { type RunningAsterisk, startAsterisk } from '../../harness/asterisk/start-asterisk.ts'
import { engines } from '../../harness/engines.ts'
import { type BaresipPhone, startBaresip } from '../../harness/sip/baresip-phone.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../harness/telephony-world.ts'

const missing = missingPrograms('asterisk', 'baresip')

interface Cdr {
  id: string
  from: { number: string; name: string }
  to: string
  result: string
  started_at: string
  answered_at: string | null
  ended_at: string | null
  called: { number: string; outcome: string }[]
}

describe.skipIf(missing).each(engines)(`calls without Switchboard, on %s${missing}`, (engine) => {
  let asterisk: RunningAsterisk
  let world: TelephonyWorld
  let domain: string
  const phones: BaresipPhone[] = []
  beforeAll(async () => {
    asterisk = await startAsterisk(engine)
    world = await startTelephonyWorld(engine, asterisk.settings)
    domain = (await world.ada.get('/instances')).body[0].internal_domain
  })
  afterEach(async () => {
    for (const phone of phones.splice(0)) await phone.stop()
  })
  afterAll(async () => {
    await world?.stop()
    await asterisk?.stop()
  })

  const extensions = async () => (await world.ada.get(`/instances/${world.acmePbx}/bulks/extensions`)).body
  const find = async (number: number) =>
    (await extensions()).find(({ data }: { data: { id: number } }) => data.id === number)
  async function startPhone(number: number): Promise<BaresipPhone> {
    const { secret } = (await find(number)).data
    const phone = await startBaresip({ sipPort: asterisk.sipPort, number, domain, secret })
    phones.push(phone)
    const isThere = async () => (await find(number)).subscriber.state === 'AUTHENTICATED'
    await waitUntil(`${number} is registered`, isThere)
    return phone
  }
  const call = (phone: BaresipPhone, to: number) => phone.command('dial', `sip:${to}@${domain}`)
  const history = async () => (await world.ada.get('/cdrs')).body as Cdr[]
  const ids = async () => (await history()).map(({ id }) => id)
  const describeCall = ({ from, to, result, called }: Cdr) =>
    `${from.number} -> ${to}: ${[result, ...called.map((one) => `${one.number} ${one.outcome}`)].join(', ')}`
  const inWords = async () => (await history()).map(describeCall)
  /** Those that are new. They may have begun in the same second as others. */
  const since = async (before: readonly string[]) =>
    (await history()).filter(({ id }) => !before.includes(id)).map(describeCall)
  const left = () => onAsteriskDatabase(asterisk.directDatabaseUrl, 'select * from calls_alone')

  it('are in the history when it is back, once', { timeout: 60_000 }, async () => {
    const [ada, ben] = [await startPhone(1001), await startPhone(1002)]
    await world.telephony.pbx.stop()
    call(ada, 1002)
    await waitUntil("Ben's phone rings", () => ben.callers.length === 1)
    ben.command('accept')
    await waitUntil('they talk', () => ada.events.includes('CALL_ESTABLISHED'))
    ada.command('hangup')
    await waitUntil('it is over', () => ben.endings.length === 1)
    call(ada, 1002)
    await waitUntil("Ben's phone rings", () => ben.callers.length === 2)
    ben.command('hangup')
    await waitUntil('it is refused', () => ada.endings.length === 2)
    call(ada, 1003)
    await waitUntil('nobody is there', () => ada.endings.length === 3)
    call(ada, 1999)
    await waitUntil('there is no such number', () => ada.endings.length === 4)
    expect(await history()).toEqual([])
    await waitUntil('all ends are written', async () => (await left()).length === 8)

    const written = (await left()) as Record<string, string>[]
    await world.telephony.pbx.start()
    const expected = [
      '1001 -> 1999: unknown_number',
      '1001 -> 1003: unavailable, 1003 unavailable',
      '1001 -> 1002: busy, 1002 busy',
      '1001 -> 1002: answered, 1002 answered',
    ]
    // Some begin in the same second.
    await expect.poll(async () => (await inWords()).sort()).toEqual([...expected].sort())
    await expect.poll(left).toEqual([])
    const talked = (await history()).find(({ result }) => result === 'answered')!
    expect(talked.answered_at).not.toBeNull()
    expect(talked.ended_at).not.toBeNull()

    // A server that is killed before it has deleted them there finds them again.
    const { pbx } = world.telephony
    await pbx.stop()
    for (const row of written) {
      const values = Object.values(row).map((value) => `'${value}'`)
      const statement = `insert into calls_alone (${Object.keys(row)}) values (${values})`
      await onAsteriskDatabase(asterisk.directDatabaseUrl, statement)
    }
    await pbx.start()
    await expect.poll(left).toEqual([])
    expect(await history()).toHaveLength(expected.length)
  })

  it('that go on when it is back are stored when they end', { timeout: 60_000 }, async () => {
    const before = await ids()
    const [ada, ben] = [await startPhone(1001), await startPhone(1002)]
    await world.telephony.pbx.stop()
    call(ada, 1002)
    await waitUntil("Ben's phone rings", () => ben.callers.length === 1)
    ben.command('accept')
    await waitUntil('they talk', () => ada.events.includes('CALL_ESTABLISHED'))
    await world.telephony.pbx.start()
    const status = async () => (await find(1002)).subscriber.call_status
    await waitUntil('the API shows it', async () => (await status()) === 'in_call')
    ben.command('hangup')
    await expect.poll(() => since(before)).toEqual(['1001 -> 1002: answered, 1002 answered'])
    await expect.poll(left).toEqual([])
  })

  it('are not lost when Asterisk is killed in them', { timeout: 60_000 }, async () => {
    const before = await ids()
    const [ada, ben] = [await startPhone(1001), await startPhone(1002)]
    await world.telephony.pbx.stop()
    call(ada, 1002)
    await waitUntil("Ben's phone rings", () => ben.callers.length === 1)
    await asterisk.kill()
    await asterisk.start()
    await world.telephony.pbx.start()
    await expect.poll(() => since(before)).toEqual(['1001 -> 1002: failed, 1002 unavailable'])
    await expect.poll(left).toEqual([])
  })
})
