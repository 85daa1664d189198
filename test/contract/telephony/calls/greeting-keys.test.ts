import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { planCall } from '../../../../src/telephony/phones/calls/plan-call.ts'
import type { CallPlan, CallRequest } from '../../../../src/telephony/phones/pbx/flow/call-plan.ts'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

const DID = '+12025550123'
const MOBILE = '+12025550177'

describe.each(engines)('keys during the greeting of a mailbox, on %s', (engine) => {
  let world: TelephonyWorld
  let domain: string
  let extension: string
  let trunk: string
  beforeAll(async () => {
    world = await startTelephonyWorld(engine)
    const { ada, acmePbx } = world
    domain = (await ada.get('/instances')).body[0].internal_domain
    const list = `/instances/${acmePbx}/bulks/extensions`
    const found = (await ada.get(list)).body.find((one: { data: { id: number } }) => one.data.id === 1002)
    extension = `${list}/${found._id}`
    trunk = (await ada.post('/trunks', { name: 'Provider', kind: 'ip', host: '192.0.2.1' })).body.id
    const destination = { kind: 'internal', pbx: acmePbx, number: '1002' }
    expect((await ada.post('/dids', { number: DID, destination })).status).toBe(201)
  })
  afterAll(() => world.stop())

  const change = async (data: object, client = world.ada) =>
    expect((await client.patch(extension, { data })).status).toBe(200)
  const plan = (request: Partial<CallRequest>): Promise<CallPlan> => {
    const caller = { domain, number: 1001 }
    const whole = { caller, from: caller, dialled: '1002', prefix: '', callsOfCaller: 1, ...request }
    return planCall(world.telephony.database.read, whole, world.clock.now())
  }
  const keys = async (request: Partial<CallRequest> = {}) => {
    const found = await plan(request)
    return found.kind === 'ring' ? found.keys : found.kind
  }
  /** A key has sent a caller to this number. */
  const choose = (dialled: string, request: Partial<CallRequest> = {}) =>
    plan({ from: { domain, number: 1002 }, dialled, isForwarded: true, ...request })
  const stranger = () => ({ trunk, number: '+12025550199', name: '' })
  const refused = { kind: 'refuse', result: 'unknown_number' }

  it('without a mailbox there are none; with one, * opens it, and nothing else does anything', async () => {
    expect(await keys()).toBeUndefined()
    await change({ voicemail: 'default' })
    const none = { busy: {}, noAnswer: {}, unavailable: {} }
    expect(await keys()).toEqual({ numbers: none, hasPrompt: false, opensMailbox: true })
    await change({ vmx_option_1_number: '1003', vmx_temp_enabled: 'enabled', vmx_unavail_enabled: 'blocked' })
    expect(await keys()).toHaveProperty('numbers', none)
  })

  it('users choose the numbers of their own extension, for no answer and for busy', async () => {
    const settings = {
      vmx_unavail_enabled: 'enabled',
      vmx_option_0_number: MOBILE,
      vmx_option_1_number: '1003',
      vmx_option_2_number: '*97',
      vmx_play_instructions: true,
      disable_star_voicemail: 'yes',
    }
    await change(settings, world.ben)
    const numbers = { 0: MOBILE, 1: '1003' }
    expect(await keys()).toEqual({
      numbers: { busy: {}, noAnswer: numbers, unavailable: numbers },
      hasPrompt: true,
      opensMailbox: false,
    })
    await change({ vmx_unavail_enabled: 'disabled', vmx_busy_enabled: 'enabled' }, world.ben)
    expect(await keys()).toHaveProperty('numbers', { busy: numbers, noAnswer: {}, unavailable: {} })
    await change({ disable_star_voicemail: 'no' }, world.ben)
    expect(await keys({ caller: stranger(), from: undefined, dialled: DID })).toMatchObject({
      numbers: { busy: numbers },
      opensMailbox: true,
    })
  })

  it('a ring group has those of its mailbox', async () => {
    const group = { number: 6001, name: 'Sales', members: ['1003'], mailbox: '1002' }
    const made = await world.ada.post(`/instances/${world.acmePbx}/ring-groups`, group)
    expect(made.status).toBe(201)
    expect(await keys({ dialled: '6001' })).toEqual(await keys())
    expect(await plan({ dialled: '6001' })).toMatchObject({ mailbox: { domain, number: 1002 } })
  })

  it('they lead to numbers of the company, and outside with the caller id of the extension', async () => {
    for (const request of [{}, { caller: stranger(), did: DID }]) {
      expect(await choose('1003', request)).toMatchObject({ kind: 'ring', callee: { number: 1003 } })
      expect(await choose(MOBILE, request)).toMatchObject({
        kind: 'ring',
        callee: { domain, number: 1002 },
        stages: [{ targets: [{ kind: 'trunk', trunk, number: MOBILE }] }],
      })
      expect(await choose('1999', request)).toMatchObject(refused)
    }
  })

  it('no setting makes an emergency call; people do, who dial it', async () => {
    expect(await choose('911')).toMatchObject(refused)
    expect(await choose('911', { caller: stranger(), did: DID })).toMatchObject(refused)
    expect(await plan({ dialled: '911' })).toMatchObject({
      kind: 'ring',
      stages: [{ targets: [{ number: '911', emergency: {} }] }],
    })
  })

  it('numbers of another company are unknown', async () => {
    const path = `/instances/${world.globexPbx}/bulks/extensions`
    expect((await world.hank.post(path, { data: { id: 4711, name: 'Globex' } })).status).toBe(201)
    expect(await choose('4711')).toMatchObject(refused)
    expect(await choose('4711', { caller: stranger(), did: DID })).toMatchObject(refused)
  })
})
