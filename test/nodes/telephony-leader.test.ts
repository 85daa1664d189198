import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { wholeCompany } from '../../src/telephony/event-audience.ts'
import type { EmbeddedPbx } from '../../src/telephony/phones/pbx/embedded-pbx.ts'
import { CarrierFailure } from '../../src/telephony/texting/carriers/carrier.ts'
import { phone } from '../contract/telephony/sockets/socket-world.ts'
import { ADAS, converse, HANKS, messagesOf, publish } from '../contract/telephony/texting/texting-world.ts'
import { type Receiver, startReceiver } from '../contract/telephony/webhooks/webhook-receiver.ts'
import { makePdf, missingDocumentPrograms } from '../harness/documents.ts'
import { GLOBEX_FAX, postFax, untilStatus } from '../harness/fax-world.ts'
import { entriesOf } from '../harness/outbox-entries.ts'
import { eventually, openPhoneNodes, type PhoneNodes } from '../harness/phone-nodes.ts'

/** Long enough for a second one to show itself who does the same work. */
const aWhile = () => new Promise((next) => setTimeout(next, 500))

describe('what one of several servers does for all', () => {
  let world: PhoneNodes
  let receiver: Receiver
  const burials: (() => void)[] = []
  /** What a dead one was at comes to no end before the test does. */
  const never = () =>
    new Promise<never>((_resolve, reject) =>
      burials.push(() => reject(new CarrierFailure('dead', 'dead', false))),
    )
  beforeAll(async () => {
    receiver = await startReceiver()
    world = await openPhoneNodes(3)
    await world.untilLeader(0)
  })
  afterAll(async () => {
    for (const bury of burials) bury()
    await world?.stop()
    await receiver?.stop()
  })

  const announce = (node: number, number: number) =>
    world
      .telephony(node)
      .transact(world.demo.acme.company.id, async (tx) =>
        tx.announce({ type: 'extension.subscriber.updated', audience: wholeCompany, payload: phone(number) }),
      )
  const numbers = () => receiver.received.map(({ body }) => body.data.number)
  const mailed = () =>
    world.nodes.flatMap(({ config }) => {
      const folder = join(config.dataDir, 'mails')
      const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : []
      return names.filter((name) => readFileSync(join(folder, name), 'utf8').includes('Invitation to'))
    })
  const upTo = (count: number) => Array.from({ length: count }, (_, index) => index)
  const arrivedAt = async (node: number) =>
    (await world.hank(node).get('/fax/messages', { direction: 'inbound' })).body

  it('webhooks receive the events of every server, once and in order', async () => {
    await world.ada(1).post('/webhooks', { url: receiver.url, events: ['extension.subscriber.updated'] })
    for (const number of upTo(30)) await announce(number % 3, number)
    await receiver.until(30)
    await aWhile()
    expect(numbers()).toEqual(upTo(30))
  })

  it('an invitation is mailed once, wherever the user is added', async () => {
    const before = mailed().length
    for (const node of [0, 1, 2]) {
      const contacts = { email: `guest-${node}@example.com` }
      expect(
        (await world.ada(node).post('/company/contacts', { first_name: 'Guest', contacts })).status,
      ).toBe(201)
    }
    await eventually(async () => expect(mailed().length).toBe(before + 3))
    await aWhile()
    expect(mailed()).toHaveLength(before + 3)
  })

  it('a status is put right when the extension goes in the middle of a call, on other servers', async () => {
    const { instanceUuid, ben } = world.demo.acme
    const [{ internal_domain: domain }] = (await world.ada(1).get('/instances')).body
    const pbx = world.telephony(2).pbx as EmbeddedPbx
    const status = async (node: number) =>
      (await world.as(node, 'dev-acme-key', ben.id).get('/status/v2/current-user')).body.additional_status
        .status
    await pbx.report({ domain, number: 1002 }, { callStatus: 'in_call' })
    await eventually(async () => expect(await status(1)).toBe('on_a_call'))
    const path = `/instances/${instanceUuid}/bulks/extensions`
    const [extension] = (await world.ada(1).get(path, { search: '1002' })).body
    expect((await world.ada(1).delete(`${path}/${extension._id}`)).status).toBe(200)
    await eventually(async () => expect(await status(2)).toBe(''))
  })

  it('a text between numbers of this installation arrives once, whichever server sends it', async () => {
    const conversation = await converse(world.ada(2), ADAS, HANKS)
    for (const node of [0, 1, 2]) await publish(world.ada(node), conversation.id, `by ${node}`)
    const theirs = await converse(world.hank(1), HANKS, ADAS)
    await eventually(async () => expect(await messagesOf(world.hank(1), theirs.id)).toHaveLength(3))
    await aWhile()
    const texts = (await messagesOf(world.hank(0), theirs.id)).map(({ text }: { text: string }) => text)
    expect(texts).toEqual(['by 2', 'by 1', 'by 0'])
  })

  it.skipIf(missingDocumentPrograms)('a fax that any of them is given arrives once', async () => {
    const { body } = await postFax(world.ada(2), makePdf(), { to: GLOBEX_FAX })
    await untilStatus(world.ada(1), body.id, 'delivered')
    for (const node of [0, 1, 2]) expect(await arrivedAt(node)).toHaveLength(1)
  })

  it('what is lost with Redis is found by looking', async () => {
    await world.redis.kill()
    receiver.received.length = 0
    for (const number of upTo(3)) await announce(1 + (number % 2), number)
    await receiver.until(3)
    expect(numbers()).toEqual(upTo(3))
    await world.redis.restart()
  })

  it('a new leader finishes the work of one that was cut off', { timeout: 90_000 }, async () => {
    const dying = world.telephony(0)
    dying.carrier.send = never
    dying.mailer.send = never
    dying.faxLine.send = async () => {}
    receiver.received.length = 0
    receiver.answer = () => 'never'
    const conversation = await converse(world.ada(1), ADAS, HANKS)
    await publish(world.ada(1), conversation.id, 'stuck')
    await eventually(async () =>
      expect((await messagesOf(world.ada(2), conversation.id))[0].status).toBe('sending'),
    )
    const faxes = missingDocumentPrograms ? [] : [(await postFax(world.ada(1), makePdf())).body.id as string]
    for (const id of faxes) await untilStatus(world.ada(2), id, 'sending')
    const mails = mailed().length
    const contacts = { email: 'late@example.com' }
    await world.ada(2).post('/company/contacts', { first_name: 'Late', contacts })
    const pending = () => entriesOf(world.telephony(1).database, 'invitation_mail')
    await eventually(async () => expect(await pending()).toMatchObject([{ claimed_by: expect.any(String) }]))
    await announce(1, 100)
    await receiver.until(1)
    await announce(2, 101)

    world.cutOff()
    receiver.answer = 200
    await eventually(async () =>
      expect([1, 2].some((node) => world.telephony(node).leadership.isLeader)).toBe(true),
    )
    // Claims and leases end.
    world.clock.advance(31)
    await eventually(async () =>
      expect((await messagesOf(world.ada(2), conversation.id))[0].status).toBe('delivered'),
    )
    const theirs = await converse(world.hank(1), HANKS, ADAS)
    expect((await messagesOf(world.hank(1), theirs.id)).map(({ text }: { text: string }) => text)[0]).toBe(
      'stuck',
    )
    for (const id of faxes) await untilStatus(world.ada(2), id, 'delivered')
    if (faxes.length > 0) expect(await arrivedAt(2)).toHaveLength(2)
    await receiver.until(3)
    expect(numbers()).toEqual([100, 100, 101])
    await eventually(async () => expect(mailed()).toHaveLength(mails + 1))
    await eventually(async () => expect(await pending()).toEqual([]))
    // Late answers of the node that was cut off do not count.
    for (const bury of burials) bury()
    await aWhile()
    expect((await messagesOf(world.ada(2), conversation.id))[0].status).toBe('delivered')
    expect(world.telephony(0).leadership.isLeader).toBe(false)
  })
})
