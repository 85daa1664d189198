import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createLogger } from '../../../src/platform/logging/log.ts'
import { openPhoneStore } from '../../../src/telephony/phones/pbx/asterisk/phones/open-phone-store.ts'
import { shapesOfRefusal } from '../../harness/asterisk/ask-to-register.ts'
import { createPlainPhone, type PlainPhone } from '../../harness/asterisk/plain-phone.ts'
import { type RunningAsterisk, startAsterisk } from '../../harness/asterisk/start-asterisk.ts'
import { engines } from '../../harness/engines.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../harness/telephony-world.ts'

const missing = missingPrograms('asterisk')
const HERE = '127.0.0.1'
const ELSEWHERE = '127.0.0.2'

describe.skipIf(missing).each(engines)(`wrong secrets, with Asterisk on %s${missing}`, (engine) => {
  let asterisk: RunningAsterisk
  let world: TelephonyWorld
  let list: string
  let domain: string
  const phones: PlainPhone[] = []
  beforeAll(async () => {
    asterisk = await startAsterisk(engine)
    world = await startTelephonyWorld(engine, asterisk.settings)
    list = `/instances/${world.acmePbx}/bulks/extensions`
    domain = (await world.ada.get('/instances')).body[0].internal_domain
  })
  afterEach(async () => {
    for (const phone of phones.splice(0)) await phone.close()
  })
  afterAll(async () => {
    await world?.stop()
    await asterisk?.stop()
  })

  const create = async (id: number) => {
    const { status, body } = await world.ada.post(list, { data: { id, name: `Desk ${id}` } })
    expect(status).toBe(201)
    return body
  }
  const register = async (number: number, secret: string, address = HERE, at = domain) => {
    const phone = await createPlainPhone({ sipPort: asterisk.sipPort, number, domain: at, secret, address })
    phones.push(phone)
    return phone.register()
  }
  /** Guesses until the right secret is refused, too. */
  async function guess(number: number, secret: string): Promise<void> {
    for (let guesses = 0; guesses < 20; guesses += 1) {
      expect(await register(number, `wrong-secret-${guesses}`)).toBe(401)
    }
    await waitUntil('it is blocked', async () => {
      await register(number, 'wrong-again')
      return (await register(number, secret)) === 401
    })
  }

  it('block the phone at that address, and nobody else', async () => {
    const [{ data }, neighbour] = [await create(2001), await create(2002)]
    const there = `/instances/${world.globexPbx}/bulks/extensions`
    const [globex] = (await world.hank.get('/instances')).body
    const stranger = (await world.hank.post(there, { data: { id: 2001, name: 'Elsewhere' } })).body
    expect(await register(2001, data.secret)).toBe(200)
    await guess(2001, data.secret)
    // A blocked number is refused like one that does not exist.
    expect(await shapesOfRefusal(asterisk.sipPort, 2001, domain)).toEqual(
      await shapesOfRefusal(asterisk.sipPort, 2994, domain),
    )
    expect(await register(2001, data.secret, ELSEWHERE)).toBe(200)
    expect(await register(2002, neighbour.data.secret)).toBe(200)
    expect(await register(2001, stranger.data.secret, HERE, globex.internal_domain)).toBe(200)
  })

  it('block for a while, also over a restart of both, or until the secret is new', async () => {
    const [first, second] = [await create(2003), await create(2004)]
    await guess(2003, first.data.secret)
    await guess(2004, second.data.secret)
    await world.telephony.pbx.stop()
    await asterisk.kill()
    await asterisk.start()
    await world.telephony.pbx.start()
    expect(await register(2003, first.data.secret)).toBe(401)
    const store = openPhoneStore(asterisk.databaseUrl, createLogger('silent'))
    const now = Math.floor(Date.now() / 1000)
    await store.block({ phone: `2003@${domain}`, network: HERE }, now - 1)
    await store.close()
    expect(await register(2003, first.data.secret)).toBe(200)
    const secret = 'a-secret-after-the-guesses'
    expect(await register(2004, second.data.secret)).toBe(401)
    expect((await world.ada.patch(`${list}/${second._id}`, { data: { secret } })).status).toBe(200)
    expect(await register(2004, secret)).toBe(200)
  })
})
