import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EmbeddedPbx } from '../../../../src/telephony/phones/pbx/embedded-pbx.ts'
import { messageUrl } from '../../../../src/telephony/phones/prompts/prompt-url.ts'
import { createMailboxes } from '../../../../src/telephony/phones/voicemail/by-phone/open-mailbox.ts'
import { engines } from '../../../harness/engines.ts'
import type { SocketClient } from '../../../harness/socket-client.ts'
import { type SocketWorld, startSocketWorld } from '../sockets/socket-world.ts'

/** Two seconds: a header, and samples. */
const sound = Buffer.alloc(44 + 32_000, 1)

describe.each(engines)('voicemail by phone on %s', (engine) => {
  let world: SocketWorld
  let ben: SocketClient
  let domain: string
  let extension: string
  beforeAll(async () => {
    world = await startSocketWorld(engine)
    ben = await world.asAda({ user_id: world.demo.acme.ben.id })
    domain = (await world.ada.get('/instances')).body[0].internal_domain
    const list = `/instances/${world.acmePbx}/bulks/extensions`
    const found = (await world.ada.get(list)).body.find(
      (one: { data: { id: number } }) => one.data.id === 1002,
    )
    extension = `${list}/${found._id}`
    expect((await world.ada.patch(extension, { data: { voicemail_vmpwd: '4711' } })).status).toBe(200)
  })
  afterAll(() => world.stop())

  const pbx = () => world.telephony.pbx as EmbeddedPbx
  const leave = (recording: string, number = 1002) =>
    new Promise<void>((remove) =>
      pbx().reportCall({
        kind: 'recorded',
        address: { domain, number },
        call: 'call.1',
        recording,
        read: async () => sound,
        remove: async () => remove(),
      }),
    )
  const mailboxes = () => createMailboxes({ ...world.telephony, read: world.telephony.database.read })
  const open = async (pin?: string, number = 1002, use = mailboxes(), isAway = false) =>
    (await use.open({ mailbox: { domain, number }, pin, isAway }))?.map(({ messageId }) => messageId)
  const handle = (action: 'read' | 'deleted', message: string, number = 1002) =>
    pbx().reportCall({ kind: 'messageHandled', action, address: { domain, number }, call: 'call.2', message })
  const listed = async () =>
    (await world.ben.get('/voicemail/messages')).body as { id: string; is_read: boolean }[]

  it('a mailbox has the new messages of its number, oldest first', async () => {
    await leave('one')
    await leave('two')
    await leave('of the hall', 1003)
    const ids = (await listed()).map(({ id }) => id)
    expect(await open()).toEqual(ids.toReversed())
    expect(await open('4711')).toEqual(ids.toReversed())
    expect(await open(undefined, 1999)).toBeUndefined()
  })

  it('after ten wrong PINs, the right one does not open it either, for a while', async () => {
    const use = mailboxes()
    for (let count = 0; count < 10; count += 1) expect(await open('4712', 1002, use)).toBeUndefined()
    expect(await open('4711', 1002, use)).toBeUndefined()
    expect(await open('4711', 1002, use, true)).toHaveLength(2)
    world.clock.advance(15 * 60)
    expect(await open('4711', 1002, use)).toHaveLength(2)
  })

  it('PINs that others try from elsewhere do not lock the owner out at the own phone', async () => {
    const use = mailboxes()
    for (let count = 0; count < 10; count += 1) {
      expect(await open('4712', 1002, use, true)).toBeUndefined()
    }
    expect(await open('4711', 1002, use, true)).toBeUndefined()
    expect(await open('4711', 1002, use)).toHaveLength(2)
    world.clock.advance(23 * 3600)
    expect(await open('4711', 1002, use, true)).toBeUndefined()
    world.clock.advance(24 * 3600)
    expect(await open('4711', 1002, use, true)).toHaveLength(2)
  })

  it('what was heard is read, and what was deleted is gone, with the usual events', async () => {
    const [two, one] = await listed()
    handle('read', one!.id)
    const [updated] = await ben.untilHeard('voicemail.message.updated')
    expect(updated!.payload).toEqual({ ...one, is_read: true })
    expect((await listed()).map(({ is_read }) => is_read)).toEqual([false, true])
    expect(await open()).toEqual([two!.id])
    handle('deleted', two!.id)
    await ben.untilHeard('voicemail.message.delete')
    expect((await listed()).map(({ id }) => id)).toEqual([one!.id])
    const [entry] = (await world.ada.get('/audit')).body
    expect(entry).toMatchObject({
      action: 'voicemail_message.deleted',
      contact: { id: world.demo.acme.ben.id },
    })
  })

  it('a disabled user listens to nothing, even with the right PIN', async () => {
    const user = `/company/contacts/${world.demo.acme.ben.id}`
    expect((await world.ada.patch(user, { activated: false })).status).toBe(200)
    expect(await open('4711', 1002, mailboxes(), true)).toBeUndefined()
    expect((await world.ada.patch(user, { activated: true })).status).toBe(200)
    expect(await open('4711', 1002, mailboxes(), true)).toEqual([])
  })

  it('messages of a former user and of other numbers are not opened, read or deleted', async () => {
    await leave('three')
    const [three] = await listed()
    handle('deleted', three!.id, 1003)
    expect((await world.ada.patch(extension, { user: null })).status).toBe(200)
    expect(await open()).toEqual([])
    handle('deleted', three!.id)
    // Stored after the two before.
    await leave('four')
    expect((await listed()).map(({ id }) => id)).toContain(three!.id)
  })

  it('the PBX fetches a message at an address that nobody can guess, for five minutes', async () => {
    const [message] = await listed()
    const url = messageUrl(world.telephony, {
      companyId: world.demo.acme.company.id,
      messageId: message!.id,
    })
    const get = async (address: string) => world.stranger.get(new URL(address).pathname)
    const { status, bytes, headers } = await get(url)
    expect([status, bytes.equals(sound), headers['cache-control']]).toEqual([200, true, 'no-store'])
    expect((await get(url.replace(/.{5}\.wav$/, 'aaaaa.wav'))).status).toBe(404)
    expect((await get(url.replace(/\.(\d+)(\.[\w-]{43}\.wav)$/, '.9$1$2'))).status).toBe(404)
    world.clock.advance(301)
    expect((await get(url)).status).toBe(404)
  })
})
