import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AnsweringPort, startAnsweringPort } from '../harness/asterisk/answering-port.ts'
import { type RunningAsterisk, startAsterisk } from '../harness/asterisk/start-asterisk.ts'
import { eventually, openPhoneNodes, type PhoneNodes } from '../harness/phone-nodes.ts'
import { missingPrograms } from '../harness/sip/missing-programs.ts'
import { sippInvite } from '../harness/sip/sipp-invite.ts'
import { sippRegister } from '../harness/sip/sipp-register.ts'

const missing = missingPrograms('asterisk', 'sipp')

describe.skipIf(missing)(`phones at an Asterisk that several servers share${missing}`, () => {
  let asterisk: RunningAsterisk
  let phone: AnsweringPort
  let world: PhoneNodes
  let path: string
  let domain: string
  beforeAll(async () => {
    phone = await startAnsweringPort()
    asterisk = await startAsterisk('PostgreSQL')
    world = await openPhoneNodes(2, { ...asterisk.settings, SIP_DOMAIN: 'phones.test' })
    path = `/instances/${world.demo.acme.instanceUuid}/bulks/extensions`
    domain = (await world.ada(1).get('/instances')).body[0].internal_domain
    const { _id: id } = await extension()
    const patched = await world.ada(1).patch(`${path}/${id}`, { data: { rewrite_contact: 'no' } })
    expect(patched.status).toBe(200)
  })
  afterAll(async () => {
    await world?.stop()
    await asterisk?.stop()
    phone?.stop()
  })

  const extension = async () => (await world.ada(1).get(path, { search: '1003' })).body[0]
  const register = async (more: object = {}) => {
    const { secret } = (await extension()).data
    const at = { number: 1003, domain, secret, contactPort: phone.port }
    const answer = await sippRegister({ sipPort: asterisk.sipPort, ...at, ...more })
    expect(answer.outcome).toBe('accepted')
  }
  const untilState = (state: string) =>
    eventually(async () => expect((await extension()).subscriber.state).toBe(state))
  /** A number that nobody has: 404 comes from Switchboard or from the dialplan, the history only from Switchboard. */
  const callInHistory = async (to: number) => {
    const { secret } = (await extension()).data
    const call = { number: 1003, domain, secret, to: `${to}@${domain}` }
    expect(await sippInvite({ sipPort: asterisk.sipPort, ...call })).toBe(404)
    const history = async () => (await world.ada(1).get('/cdrs', { number: to })).body
    await eventually(async () => expect(await history()).toMatchObject([{ result: 'unknown_number' }]))
  }

  it('one of them receives what a phone does, and all of them know it', async () => {
    await register()
    await untilState('AUTHENTICATED')
    await register({ expires: 0 })
    await untilState('UNAUTHENTICATED')
    await callInHistory(1901)
  })

  it('a secret that is replaced on another server ends the registration, and the next one is noticed', async () => {
    await register()
    await untilState('AUTHENTICATED')
    const { _id: id } = await extension()
    await world.ada(1).patch(`${path}/${id}`, { data: { secret: 'a-secret-from-elsewhere' } })
    await untilState('UNAUTHENTICATED')
    await register()
    await untilState('AUTHENTICATED')
  })

  it('a new leader receives the events of the phones, and runs the calls', { timeout: 60_000 }, async () => {
    world.cutOff()
    await world.untilLeader(1)
    await register({ expires: 0 })
    await untilState('UNAUTHENTICATED')
    await register()
    await untilState('AUTHENTICATED')
    await callInHistory(1902)
  })
})
