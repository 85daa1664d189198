import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EmbeddedPbx } from '../../../../src/telephony/phones/pbx/embedded-pbx.ts'
import { collectRecordings } from '../../../../src/telephony/phones/voicemail/voicemail-jobs.ts'
import { engines } from '../../../harness/engines.ts'
import type { SocketClient } from '../../../harness/socket-client.ts'
import { type SocketWorld, startSocketWorld } from '../sockets/socket-world.ts'

/** Two seconds: a header, and samples that are all different from their neighbours. */
const sound = Buffer.from(Array.from({ length: 44 + 32_000 }, (_, index) => index % 251))

describe.each(engines)('voicemail on %s', (engine) => {
  let world: SocketWorld
  let ada: SocketClient
  let ben: SocketClient
  let domain: string
  beforeAll(async () => {
    world = await startSocketWorld(engine)
    ada = await world.asAda()
    ben = await world.asAda({ user_id: world.demo.acme.ben.id })
    domain = (await world.ada.get('/instances')).body[0].internal_domain
  })
  afterAll(() => world.stop())

  const list = async (client = world.ben, query: Record<string, string> = {}) => {
    const { status, body } = await client.get('/voicemail/messages', query)
    expect(status).toBe(200)
    return body
  }
  const pathOf = ({ id }: { id: string }) => `/voicemail/messages/${id}`
  /** Resolves when the PBX may delete its copy. */
  const leave = (recording: string, number = 1002, bytes = sound) =>
    new Promise<void>((remove) =>
      (world.telephony.pbx as EmbeddedPbx).reportCall({
        kind: 'recorded',
        address: { domain, number },
        call: 'call.1',
        recording,
        read: async () => bytes,
        remove: async () => remove(),
      }),
    )

  it('a message is stored before the PBX deletes it, with who called, and an event', async () => {
    const pbx = world.telephony.pbx as EmbeddedPbx
    const address = { domain, number: 1001 }
    pbx.reportCall({ kind: 'callBegan', call: 'call.1', address, dialled: '1002' })
    pbx.reportCall({ kind: 'callEnded', call: 'call.1', address, result: 'voicemail' })
    await ada.untilHeard('call.ended')
    await leave('one')
    const [message, ...others] = await list()
    expect(others).toEqual([])
    expect(message).toMatchObject({
      from: '1001',
      from_name: 'Ada Lovelace',
      to: '1002',
      user_id: world.demo.acme.ben.id,
      call_id: (await world.ada.get('/cdrs')).body[0].id,
      is_read: false,
      duration: 2,
      size: sound.length,
    })
    expect((await ben.untilHeard('voicemail.message.new'))[0]!.payload).toEqual(message)
    expect((await world.ben.get(pathOf(message))).body).toEqual(message)
  })

  it('the same recording again, as after a crash, is deleted in the PBX and not stored twice', async () => {
    await leave('one')
    expect(await list()).toHaveLength(1)
  })

  it('nothing is stored of a caller who hung up at the tone', async () => {
    await leave('empty', 1002, sound.subarray(0, 44))
    expect(await list()).toHaveLength(1)
  })

  it('the sound can be downloaded, also in parts', async () => {
    const [message] = await list()
    const url = `${pathOf(message)}/audio`
    const whole = await world.ben.get(url)
    expect(whole.headers).toMatchObject({ 'content-type': 'audio/wav', 'accept-ranges': 'bytes' })
    expect(whole.bytes.equals(sound)).toBe(true)
    const part = await world.ben.with({ range: 'bytes=100-199' }).get(url)
    expect(part.status).toBe(206)
    expect(part.headers['content-range']).toBe(`bytes 100-199/${sound.length}`)
    expect(part.bytes.equals(sound.subarray(100, 200))).toBe(true)
    expect((await world.ben.with({ range: `bytes=${sound.length}-` }).get(url)).status).toBe(416)
  })

  it('others cannot see it; the owner can', async () => {
    await leave('of the hall', 1003)
    const all = await list(world.ada)
    expect(all.map(({ to }: { to: string }) => to)).toEqual(['1003', '1002'])
    expect((await list()).map(({ to }: { to: string }) => to)).toEqual(['1002'])
    expect(await list(world.hank)).toEqual([])
    const path = pathOf(all[0])
    const answers = [
      await world.ben.get(path),
      await world.ben.get(`${path}/audio`),
      await world.ben.patch(path, { is_read: true }),
      await world.ben.delete(path),
      await world.hank.get(path),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    await ada.untilHeard('voicemail.message.new', 2)
    expect(ben.named('voicemail.message.new')).toHaveLength(1)
  })

  it('opening the mailbox of somebody else is in the audit trail, once an hour, and only the owner may', async () => {
    const { owner, ben: user } = world.demo.acme
    const opened = async () =>
      (await world.ada.get('/audit', { action: 'mailbox.opened' })).body.map(
        ({ subject, contact, after }: { subject: object; contact: object; after: object }) => ({
          subject,
          contact,
          after,
        }),
      )
    const entry = {
      subject: { kind: 'mailbox', id: user.id },
      contact: { id: owner.id, name: 'Ada Lovelace' },
      after: { name: 'Ben Okri' },
    }
    // The owner has listed all messages before; that of the hall belongs to nobody.
    expect(await opened()).toEqual([entry])
    const [message] = await list(world.ada, { user: user.id })
    expect((await world.ada.get(`${pathOf(message)}/audio`)).status).toBe(200)
    expect(await list(world.ada, { user: owner.id })).toEqual([])
    expect(await list(world.ben, { user: user.id })).toEqual([message])
    expect((await world.ben.get('/voicemail/messages', { user: owner.id })).status).toBe(403)
    expect(await opened()).toEqual([entry])
    world.clock.advance(3601)
    await world.ada.get(pathOf(message))
    expect(await opened()).toEqual([entry, entry])
  })

  it('is marked as read, once with an event, and other fields cannot be changed', async () => {
    const [message] = await list()
    const read = { ...message, is_read: true }
    expect((await world.ben.patch(pathOf(message), read)).body).toEqual(read)
    expect((await world.ben.patch(pathOf(message), { is_read: true })).body).toEqual(read)
    expect((await world.ben.patch(pathOf(message), { from: '1003' })).status).toBe(400)
    expect(await list(world.ben, { is_read: 'false' })).toEqual([])
    expect(await list(world.ben, { is_read: 'true', extension: message.extension_id })).toEqual([read])
    await ben.untilHeard('voicemail.message.updated')
    expect(ben.named('voicemail.message.updated').map(({ payload }) => payload)).toEqual([read])
  })

  it('stays with the user when the extension goes to another, and is deleted with its sound', async () => {
    const [message] = await list()
    const extension = `/instances/${world.acmePbx}/bulks/extensions/${message.extension_id}`
    expect((await world.ada.patch(extension, { user: null })).status).toBe(200)
    expect(await list()).toEqual([message])
    // The sound of a message that is there is no leftover.
    world.clock.advance(86_400)
    await collectRecordings(world.telephony)
    expect((await world.ben.get(`${pathOf(message)}/audio`)).status).toBe(200)
    expect((await world.ben.delete(pathOf(message))).status).toBe(200)
    expect((await world.ben.get(`${pathOf(message)}/audio`)).status).toBe(404)
    expect(await list()).toEqual([])
    expect((await ben.untilHeard('voicemail.message.delete'))[0]!.payload).toEqual({ id: message.id })
  })
})
