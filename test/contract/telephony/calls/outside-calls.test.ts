import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EmbeddedPbx } from '../../../../src/telephony/phones/pbx/embedded-pbx.ts'
import { engines } from '../../../harness/engines.ts'
import { type SocketWorld, startSocketWorld } from '../sockets/socket-world.ts'

describe.each(engines)('calls with numbers outside, on %s', (engine) => {
  let world: SocketWorld
  let pbx: EmbeddedPbx
  let domain: string
  let trunk: string
  beforeAll(async () => {
    world = await startSocketWorld(engine)
    pbx = world.telephony.pbx as EmbeddedPbx
    domain = (await world.ada.get('/instances')).body[0].internal_domain
    trunk = (await world.ada.post('/trunks', { name: 'Provider', kind: 'ip', host: '192.0.2.1' })).body.id
  })
  afterAll(() => world.stop())

  const newest = async (client = world.ada) => (await client.get('/cdrs')).body[0]

  it('the history shows who called, from where, and to whom; only the parties and the owner see it', async () => {
    const address = { trunk, number: '(202) 555-0199', name: 'A Caller' }
    pbx.reportCall({ kind: 'callBegan', call: 'in.1', address, dialled: '12025550123' })
    const called = { domain, number: 1001 }
    pbx.reportCall({ kind: 'phoneCalled', call: 'in.1', address, called, outcome: 'answered' })
    const encryption = { kind: 'callEncryption', call: 'in.1', address } as const
    pbx.reportCall({ ...encryption, party: address, role: 'caller', isEncrypted: false })
    pbx.reportCall({ ...encryption, party: called, role: 'called', isEncrypted: true })
    pbx.reportCall({ kind: 'callEnded', call: 'in.1', address, result: 'answered' })
    await expect
      .poll(() => newest())
      .toMatchObject({
        direction: 'inbound',
        result: 'answered',
        to: '+12025550123',
        from: {
          ...{ number: '+12025550199', name: 'A Caller', trunk_id: trunk, extension_id: null, pbx: null },
          encryption: 'none',
        },
        called: [{ number: '1001', trunk_id: null, outcome: 'answered', encryption: 'srtp' }],
      })
    expect(
      (await world.ada.get('/cdrs', { direction: 'inbound', number: '+12025550199' })).body,
    ).toHaveLength(1)
    expect(await newest(world.ben)).toBeUndefined()
    expect(await newest(world.hank)).toBeUndefined()
  })

  it('an outgoing call names the trunk that took it', async () => {
    const address = { domain, number: 1002 }
    const called = { trunk, number: '+12025550177', name: '' }
    pbx.reportCall({ kind: 'callBegan', call: 'out.1', address, dialled: '2025550177' })
    pbx.reportCall({ kind: 'phoneCalled', call: 'out.1', address, called, outcome: 'busy' })
    pbx.reportCall({ kind: 'callEnded', call: 'out.1', address, result: 'busy' })
    await expect
      .poll(() => newest(world.ben))
      .toMatchObject({
        direction: 'outbound',
        result: 'busy',
        to: '2025550177',
        called: [{ number: '+12025550177', trunk_id: trunk, outcome: 'busy', encryption: null }],
      })
  })

  it('the owner gets an event when an emergency call begins, and it is in the audit trail', async () => {
    const [ada, ben] = [await world.asAda(), await world.asBen()]
    const address = { domain, number: 1002 }
    for (const _ of [1, 2]) pbx.reportCall({ kind: 'callBegan', call: 'help.1', address, dialled: '911' })
    await ada.untilHeard('call.emergency')
    pbx.reportCall({ kind: 'callEnded', call: 'help.1', address, result: 'unavailable' })
    await ada.untilHeard('call.ended')
    expect(ada.named('call.emergency')).toHaveLength(1)
    expect(ada.named('call.emergency')[0]!.payload).toMatchObject({ to: '911', direction: 'outbound' })
    expect(ben.named('call.emergency')).toEqual([])
    const audit = (await world.ada.get('/audit')).body
    expect(audit.filter(({ action }: { action: string }) => action === 'call.emergency')).toHaveLength(1)
  })
})
