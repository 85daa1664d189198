import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SocketWorld, startSocketWorld } from '../../contract/telephony/sockets/socket-world.ts'
import { createPlainPhone } from '../../harness/asterisk/plain-phone.ts'
import { type RunningAsterisk, startAsterisk } from '../../harness/asterisk/start-asterisk.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'

const missing = missingPrograms('asterisk')
/** Asterisk looks every half minute for registrations that have expired. */
const EXPIRING_MS = 100_000

describe.skipIf(missing)(`a phone that goes away without a word${missing}`, () => {
  let asterisk: RunningAsterisk
  let world: SocketWorld
  beforeAll(async () => {
    asterisk = await startAsterisk('SQLite')
    world = await startSocketWorld('SQLite', asterisk.settings)
  })
  afterAll(async () => {
    await world?.stop()
    await asterisk?.stop()
  })

  it('is shown as gone when its registration expires, even if nobody asks whether it is there', {
    timeout: 2 * EXPIRING_MS,
  }, async () => {
    const list = `/instances/${world.acmePbx}/bulks/extensions`
    const domain = (await world.ada.get('/instances')).body[0].internal_domain
    // Asterisk takes no registrations under a minute, but shortens longer ones.
    const data = { id: 2001, name: 'Silent', maximum_expiration: '5', qualifyfreq: '0' }
    const made = await world.ada.post(list, { data })
    expect(made.status).toBe(201)
    const { secret } = made.body.data
    const socket = await world.asAda()
    const phone = await createPlainPhone({ sipPort: asterisk.sipPort, number: 2001, domain, secret })
    const heard = () => socket.named('extension.subscriber.updated').map(({ payload }) => payload)
    const shown = async () => (await world.ada.get(`${list}/${made.body._id}`)).body.subscriber.state
    try {
      expect(await phone.register(3600)).toBe(200)
      await waitUntil('it is registered', () => heard().length > 0)
      expect(await shown()).toBe('AUTHENTICATED')
      await expect.poll(() => heard().length, { timeout: EXPIRING_MS }).toBe(2)
      expect(heard().map(({ number, state }) => `${number} ${state}`)).toEqual([
        '2001 AUTHENTICATED',
        '2001 UNAUTHENTICATED',
      ])
      expect(await shown()).toBe('UNAUTHENTICATED')
    } finally {
      await phone.close()
    }
  })
})
