import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EmbeddedPbx } from '../../../../src/telephony/phones/pbx/embedded-pbx.ts'
import { PbxFailure } from '../../../../src/telephony/phones/pbx/pbx.ts'
import { toneFile } from '../../../harness/asterisk/tone.ts'
import { engines } from '../../../harness/engines.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

const sound = toneFile(440, 2)

describe.each(engines)('what the PBX keeps until it is stored, on %s', (engine) => {
  let world: TelephonyWorld
  let domain: string
  beforeAll(async () => {
    world = await startTelephonyWorld(engine, { LOG_LEVEL: 'silent' })
    domain = (await world.ada.get('/instances')).body[0].internal_domain
  })
  afterAll(() => world.stop())

  const pbx = () => world.telephony.pbx as EmbeddedPbx
  /** Fails once, and then works. */
  const failingOnce = <T>(value: T) => {
    let hasFailed = false
    return async () => {
      if (hasFailed) return value
      hasFailed = true
      throw new PbxFailure('The PBX does not answer')
    }
  }

  it('a message that could not be fetched is fetched again', async () => {
    const address = { domain, number: 1002 }
    await new Promise<void>((remove) =>
      pbx().reportCall({
        kind: 'recorded',
        address,
        call: 'no call',
        recording: 'postponed',
        read: failingOnce(sound),
        remove: async () => remove(),
      }),
    )
    expect((await world.ben.get('/voicemail/messages')).body).toMatchObject([{ duration: 2 }])
  })

  it('a recording that the PBX could not delete is deleted later, and stored once', async () => {
    const address = { domain, number: 1001 }
    pbx().reportCall({ kind: 'callBegan', call: 'call.1', address, dialled: '1002' })
    pbx().reportCall({ kind: 'callEnded', call: 'call.1', address, result: 'answered' })
    let reads = 0
    const remove = failingOnce(undefined)
    await new Promise<void>((done) =>
      pbx().reportCall({
        kind: 'callRecorded',
        address,
        call: 'call.1',
        read: async () => {
          reads += 1
          return sound
        },
        remove: () => remove().then(done),
      }),
    )
    expect((await world.ada.get('/cdrs')).body[0].recording).toEqual({ duration: 2, size: sound.length })
    expect(reads).toBe(1)
  })

  /** What the PBX fails to delete once. Each report resolves after the attempt. */
  function undeletable() {
    const remove = failingOnce(undefined)
    let copy: Buffer | undefined = sound
    return (report: (kept: { read(): Promise<Buffer | undefined>; remove(): Promise<void> }) => void) =>
      new Promise<void>((done) =>
        report({
          read: async () => copy,
          remove: async () => {
            await remove().finally(done)
            copy = undefined
          },
        }),
      )
  }

  it('a message that a user deleted stays deleted, although the PBX still has it', async () => {
    const address = { domain, number: 1002 }
    const count = async () => (await world.ben.get('/voicemail/messages')).body.length
    const before = await count()
    const keep = undeletable()
    const report = () =>
      keep((kept) =>
        pbx().reportCall({ kind: 'recorded', address, call: 'no call', recording: 'undeletable', ...kept }),
      )
    await report()
    expect(await count()).toBe(before + 1)
    const [message] = (await world.ben.get('/voicemail/messages')).body
    expect((await world.ben.delete(`/voicemail/messages/${message.id}`)).status).toBe(200)
    await report()
    expect(await count()).toBe(before)
  })

  it('so does the recording of a call', async () => {
    const address = { domain, number: 1001 }
    const called = { domain, number: 1002 }
    pbx().reportCall({ kind: 'callBegan', call: 'call.2', address, dialled: '1002' })
    pbx().reportCall({ kind: 'phoneCalled', call: 'call.2', address, called, outcome: 'answered' })
    pbx().reportCall({ kind: 'callEnded', call: 'call.2', address, result: 'answered' })
    const keep = undeletable()
    const report = () =>
      keep((kept) => pbx().reportCall({ kind: 'callRecorded', address, call: 'call.2', ...kept }))
    await report()
    const newest = async () => (await world.ada.get('/cdrs')).body[0]
    expect((await newest()).recording).not.toBeNull()
    expect((await world.ada.delete(`/cdrs/${(await newest()).id}/recording`)).status).toBe(200)
    await report()
    expect((await newest()).recording).toBeNull()
  })
})
