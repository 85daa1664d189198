import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { queryRegistration } from '../../../src/server/doctor/sip-registration.ts'
import { type PhoneWorld, startPhoneWorld } from '../../harness/asterisk/phone-world.ts'
import { freePort } from '../../harness/free-port.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'

const missing = missingPrograms('asterisk', 'baresip')

describe.skipIf(missing)(`switchboard doctor registers at Asterisk${missing}`, () => {
  let phones: PhoneWorld
  beforeAll(async () => {
    phones = await startPhoneWorld()
  }, 120_000)
  afterAll(() => phones?.stop())

  it('with the secret of an extension, and leaves its phones as they are', async () => {
    const proxy = `127.0.0.1:${phones.asterisk.sipPort}`
    const { data } = await phones.extension(1001)
    const account = { number: 1001, domain: phones.domain, secret: data.secret }
    await phones.startPhone(1001)
    expect(await queryRegistration(proxy, account)).toBe(200)
    expect(await queryRegistration(proxy, { ...account, secret: 'wrong' })).toBe(401)
    expect((await phones.extension(1001)).subscriber.state).toBe('AUTHENTICATED')
  })

  it('and says so when there is none', async () => {
    const account = { number: 1001, domain: phones.domain, secret: 'any' }
    await expect(queryRegistration(`127.0.0.1:${await freePort()}`, account)).rejects.toThrow('no response')
  })
})
