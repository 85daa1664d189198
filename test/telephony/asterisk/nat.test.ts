import { networkInterfaces } from 'node:os'
import { afterEach, describe, expect, it } from 'vitest'
import type { AsteriskParameters } from '../../../src/telephony/phones/pbx/asterisk/config/asterisk-parameters.ts'
import { createPlainPhone, type PlainPhone } from '../../harness/asterisk/plain-phone.ts'
import { type RunningAsterisk, startAsterisk } from '../../harness/asterisk/start-asterisk.ts'
import { missingPrograms } from '../../harness/sip/missing-programs.ts'
import { waitUntil } from '../../harness/sip/wait-until.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../harness/telephony-world.ts'

const missing = missingPrograms('asterisk')
const EXTERNAL = '203.0.113.10'
const OWN = '127.0.0.1'
/** Browsers and others with ICE get these, never the loopback. */
const interfaces = Object.values(networkInterfaces())
  .flatMap((all) => all ?? [])
  .filter(({ family, internal }) => family === 'IPv4' && !internal)
  .map(({ address }) => address)
const [INSIDE, OUTSIDE] = ['127.0.0.3', '127.0.0.2']

describe.skipIf(missing)(`an Asterisk behind NAT${missing}`, () => {
  const phones: PlainPhone[] = []
  let asterisk: RunningAsterisk | undefined
  let world: TelephonyWorld | undefined
  afterEach(async () => {
    for (const phone of phones.splice(0)) await phone.close()
    await world?.stop()
    await asterisk?.stop()
  })

  async function start(nat: AsteriskParameters['nat']) {
    asterisk = await startAsterisk('SQLite', { parameters: { nat } })
    world = await startTelephonyWorld('SQLite', asterisk.settings)
  }

  /** A phone at this address, with an extension of its own. */
  async function startPhone(number: number, address: string): Promise<PlainPhone> {
    const list = `/instances/${world!.acmePbx}/bulks/extensions`
    const domain = (await world!.ada.get('/instances')).body[0].internal_domain
    const made = await world!.ada.post(list, {
      data: { id: number, name: 'Phone', voicemail: 'default', icesupport: 'yes' },
    })
    expect(made.status).toBe(201)
    const { secret } = made.body.data
    const phone = await createPlainPhone({ sipPort: asterisk!.sipPort, number, domain, secret, address })
    phones.push(phone)
    return phone
  }

  /** Where the phone is to send its sound and its next requests, when Asterisk answers its call and when it is called. */
  async function addressesFor(phone: PlainPhone, own: number, other: number): Promise<string[]> {
    // The called phone is off: Asterisk answers, for a message.
    const answer = await phone.call(other)
    expect(answer).toMatch(/^SIP\/2.0 200 /)
    expect(await phone.register()).toBe(200)
    const caller = await startPhone(own + 100, INSIDE)
    void caller.call(own).catch(() => {})
    await waitUntil('it is called', () => phone.requests.some((text) => text.startsWith('INVITE ')))
    const call = phone.requests.find((text) => text.startsWith('INVITE '))!
    return [answer, call].flatMap((text) => [
      /^c=IN IP4 (.*?)\r$/m.exec(text)![1]!,
      /^Contact: <sip:(?:[^@>]*@)?([^:;>]*)/m.exec(text)![1]!,
    ])
  }

  const candidatesFor = (phone: PlainPhone) => {
    const call = phone.requests.find((text) => text.startsWith('INVITE '))!
    const lines = call.matchAll(/^a=candidate:\S+ \d UDP \d+ (\d+\.\d+\.\d+\.\d+) /gm)
    return new Set([...lines].map(([, address]) => address))
  }

  it('gives its external address to phones outside, and its own to those inside', async () => {
    await start({ external: EXTERNAL, localNets: [`${INSIDE}/32`], ownAddresses: [OWN, ...interfaces] })
    const [inside, outside] = [await startPhone(2001, INSIDE), await startPhone(2002, OUTSIDE)]
    await startPhone(2003, INSIDE)
    expect(await addressesFor(outside, 2002, 2003)).toEqual([EXTERNAL, EXTERNAL, EXTERNAL, EXTERNAL])
    // With ICE, the other end finds out which of them works.
    expect(candidatesFor(outside)).toEqual(new Set(interfaces.flatMap((own) => [own, EXTERNAL])))
    expect(await addressesFor(inside, 2001, 2003)).toEqual([OWN, OWN, OWN, OWN])
  })

  it('without local networks, as in a container, gives its external address to all', async () => {
    await start({ external: EXTERNAL, localNets: [], ownAddresses: [OWN, ...interfaces] })
    const phone = await startPhone(2001, INSIDE)
    await startPhone(2003, INSIDE)
    expect(await addressesFor(phone, 2001, 2003)).toEqual([EXTERNAL, EXTERNAL, EXTERNAL, EXTERNAL])
    expect(candidatesFor(phone)).toEqual(new Set(interfaces.map(() => EXTERNAL)))
  })
})
