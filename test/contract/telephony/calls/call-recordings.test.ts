import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EmbeddedPbx } from '../../../../src/telephony/phones/pbx/embedded-pbx.ts'
import { toneFile } from '../../../harness/asterisk/tone.ts'
import { engines } from '../../../harness/engines.ts'
import { type SocketWorld, startSocketWorld } from '../sockets/socket-world.ts'

const sound = toneFile(440, 3)

describe.each(engines)('recordings of calls on %s', (engine) => {
  let world: SocketWorld
  let domain: string
  let path: string
  beforeAll(async () => {
    world = await startSocketWorld(engine)
    domain = (await world.ada.get('/instances')).body[0].internal_domain
  })
  afterAll(() => world.stop())

  const pbx = () => world.telephony.pbx as EmbeddedPbx
  /** Resolves when the PBX may delete its copy. */
  const report = (call: string, bytes = sound) =>
    new Promise<void>((remove) =>
      pbx().reportCall({
        kind: 'callRecorded',
        address: { domain, number: 1001 },
        call,
        read: async () => bytes,
        remove: async () => remove(),
      }),
    )
  const newest = async () => (await world.ada.get('/cdrs')).body[0]

  it('are listed with the call, and stored before the PBX deletes them', async () => {
    const address = { domain, number: 1001 }
    const called = { domain, number: 1002 }
    pbx().reportCall({ kind: 'callBegan', call: 'call.1', address, dialled: '1002' })
    pbx().reportCall({ kind: 'phoneCalled', call: 'call.1', address, called, outcome: 'answered' })
    pbx().reportCall({ kind: 'callEnded', call: 'call.1', address, result: 'answered' })
    await expect.poll(async () => (await newest())?.result).toBe('answered')
    expect((await newest()).recording).toBeNull()
    path = `/cdrs/${(await newest()).id}/recording`
    expect((await world.ada.get(path)).status).toBe(404)
    await report('call.1')
    expect((await newest()).recording).toEqual({ duration: 3, size: sound.length })
    const whole = await world.ben.get(path)
    expect(whole.headers['content-type']).toBe('audio/wav')
    expect(whole.bytes.equals(sound)).toBe(true)
    const part = await world.ben.with({ range: 'bytes=10-19' }).get(path)
    expect([part.status, part.bytes.length]).toEqual([206, 10])
  })

  it('are announced while they run, to the user of the extension and the owner', async () => {
    const eve = (await world.ada.post('/company/contacts', { first_name: 'Eve' })).body
    const [ada, ben, other, hank] = await Promise.all([
      world.asAda(),
      world.asBen(),
      world.asAda({ user_id: eve.id }),
      world.asHank(),
    ])
    const address = { domain, number: 1002 }
    const call = 'another'
    pbx().reportCall({ kind: 'recordingState', call, address, isRecording: true, canChange: false })
    const unknown = { domain, number: 1999 }
    pbx().reportCall({ kind: 'recordingState', call, address: unknown, isRecording: true, canChange: true })
    pbx().reportCall({ kind: 'recordingState', call, address, isRecording: false, canChange: true })
    const path = `/instances/${world.acmePbx}/bulks/extensions`
    const [extension] = (await world.ada.get(path, { search: '1002' })).body
    const of = { extension_id: extension._id, number: 1002, pbx: world.acmePbx }
    for (const client of [ada, ben]) {
      const heard = await client.untilHeard('call.recording.updated', 2)
      expect(heard.map(({ payload }) => payload)).toEqual([
        { ...of, is_recording: true, can_change: false },
        { ...of, is_recording: false, can_change: true },
      ])
    }
    await world.announce({ to: 'company' }, 1)
    await other.untilHeard('extension.subscriber.updated')
    for (const client of [other, hank]) {
      expect(client.heard.some(({ name }) => name === 'call.recording.updated')).toBe(false)
    }
  })

  it('again, as after a crash, change nothing', async () => {
    await report('call.1', toneFile(880, 1))
    expect((await newest()).recording).toEqual({ duration: 3, size: sound.length })
    await report('a call that nobody knows')
  })

  it('are for the people who talked and the owner only', async () => {
    const eve = (await world.ada.post('/company/contacts', { first_name: 'Eve' })).body
    const other = world.as('dev-acme-key', eve.id)
    const answers = [
      await other.get(path),
      await other.delete(path),
      await world.hank.get(path),
      await world.hank.delete(path),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  })

  it('are not for somebody whose phone only rang, as in a ring group', async () => {
    const eve = (await world.ada.post('/company/contacts', { first_name: 'Eva' })).body
    const list = `/instances/${world.acmePbx}/bulks/extensions`
    expect(
      (await world.ada.post(list, { data: { id: 1050, name: 'Eva' }, user: { id: eve.id } })).status,
    ).toBe(201)
    const address = { domain, number: 1001 }
    pbx().reportCall({ kind: 'callBegan', call: 'call.2', address, dialled: '1002' })
    for (const [number, outcome] of [
      [1050, 'answered_elsewhere'],
      [1002, 'answered'],
    ] as const) {
      pbx().reportCall({ kind: 'phoneCalled', call: 'call.2', address, called: { domain, number }, outcome })
    }
    pbx().reportCall({ kind: 'callEnded', call: 'call.2', address, result: 'answered' })
    await report('call.2')
    const { id } = await newest()
    const other = world.as('dev-acme-key', eve.id)
    expect((await other.get('/cdrs')).body).toMatchObject([{ id, recording: null }])
    expect((await other.get(`/cdrs/${id}/recording`)).status).toBe(404)
    expect((await other.delete(`/cdrs/${id}/recording`)).status).toBe(404)
    expect((await world.ben.get('/cdrs')).body[0]).toMatchObject({ id, recording: { duration: 3 } })
    expect((await world.ben.get(`/cdrs/${id}/recording`)).status).toBe(200)
  })

  it('are deleted without the call', async () => {
    const deleted = await world.ben.delete(path)
    expect(deleted.status).toBe(200)
    expect(deleted.body.recording).toBeNull()
    expect((await world.ben.get(path)).status).toBe(404)
    const call = (await world.ada.get('/cdrs')).body.find((one: { id: string }) => path.includes(one.id))
    expect(call.recording).toBeNull()
    expect((await world.ben.delete(path)).status).toBe(404)
  })
})
