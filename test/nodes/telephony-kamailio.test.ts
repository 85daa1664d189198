import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { missingPrograms } from '../harness/kamailio/missing-programs.ts'
import { sippRegister } from '../harness/kamailio/sipp-register.ts'
import { type RunningKamailio, startKamailio } from '../harness/kamailio/start-kamailio.ts'
import { eventually, openPhoneNodes, type PhoneNodes } from '../harness/phone-nodes.ts'

const missing = missingPrograms('kamailio', 'sipp')

describe.skipIf(missing)(`phones at a Kamailio that several servers share${missing}`, () => {
  let kamailio: RunningKamailio
  let world: PhoneNodes
  let path: string
  let domain: string
  beforeAll(async () => {
    kamailio = await startKamailio('PostgreSQL')
    world = await openPhoneNodes(2, {
      KAMAILIO_DATABASE_URL: kamailio.databaseUrl,
      KAMAILIO_RPC_URL: kamailio.rpcUrl,
      KAMAILIO_EVENTS: kamailio.eventsAddress,
      SIP_PROXY: `127.0.0.1:${kamailio.sipPort}`,
      SIP_DOMAIN: 'phones.test',
    })
    path = `/instances/${world.demo.acme.instanceUuid}/bulks/extensions`
    domain = (await world.ada(1).get('/instances')).body[0].internal_domain
  })
  afterAll(async () => {
    await world?.stop()
    await kamailio?.stop()
  })

  const extension = async () => (await world.ada(1).get(path, { search: '1003' })).body[0]
  const register = async (more: object = {}) => {
    const { secret } = (await extension()).data
    const phone = { number: 1003, domain, secret, contactPort: 9 }
    const answer = await sippRegister({ sipPort: kamailio.sipPort, ...phone, ...more })
    expect(answer.outcome).toBe('accepted')
  }
  const untilState = (state: string) =>
    eventually(async () => expect((await extension()).subscriber.state).toBe(state))

  it('one of them receives what a phone does, and all of them know it', async () => {
    await register()
    await untilState('AUTHENTICATED')
    await register({ expires: 0 })
    await untilState('UNAUTHENTICATED')
  })

  it('a secret that is replaced on another server ends the registration, and the next one is heard of', async () => {
    await register()
    await untilState('AUTHENTICATED')
    const { _id: id } = await extension()
    await world.ada(1).patch(`${path}/${id}`, { data: { secret: 'a-secret-from-elsewhere' } })
    await untilState('UNAUTHENTICATED')
    await register()
    await untilState('AUTHENTICATED')
  })

  it('a new leader receives the events of the phones', { timeout: 60_000 }, async () => {
    world.cutOff()
    await world.untilLeader(1)
    await register({ expires: 0 })
    await untilState('UNAUTHENTICATED')
    await register()
    await untilState('AUTHENTICATED')
  })
})
