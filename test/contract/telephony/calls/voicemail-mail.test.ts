import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { EmbeddedPbx } from '../../../../src/telephony/phones/pbx/embedded-pbx.ts'
import { engines } from '../../../harness/engines.ts'
import { eventually } from '../../../harness/fax-world.ts'
import { freePort } from '../../../harness/free-port.ts'
import { type MailCatcher, startMailCatcher } from '../../../harness/mail-catcher.ts'
import { entriesOf } from '../../../harness/outbox-entries.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

/** Two seconds. */
const sound = Buffer.from(Array.from({ length: 44 + 32_000 }, (_, index) => index % 251))

describe.each(engines)('voicemail is mailed on %s', (engine) => {
  let world: TelephonyWorld
  let catcher: MailCatcher
  let port: number
  let domain: string
  let path: string
  let count = 0
  beforeAll(async () => {
    port = await freePort()
    catcher = await startMailCatcher(port)
    world = await startTelephonyWorld(engine, {
      SMTP_URL: catcher.url,
      MAIL_FROM: 'Phones <phones@example.com>',
      LOG_LEVEL: 'silent',
    })
    domain = (await world.ada.get('/instances')).body[0].internal_domain
    const list = `/instances/${world.acmePbx}/bulks/extensions`
    const all = (await world.ada.get(list)).body as { _id: string; data: { id: number } }[]
    path = `${list}/${all.find(({ data }) => data.id === 1002)!._id}`
  })
  afterAll(async () => {
    await world.stop()
    await catcher.stop()
  })
  beforeEach(() => {
    catcher.refuse(undefined)
    catcher.mails.length = 0
  })

  const set = async (data: Record<string, string>) =>
    expect((await world.ben.patch(path, { data })).status).toBe(200)
  /** Ada leaves Ben a message. */
  async function leave(): Promise<void> {
    const pbx = world.telephony.pbx as EmbeddedPbx
    const call = `call.${++count}`
    const address = { domain, number: 1001 }
    pbx.reportCall({ kind: 'callBegan', call, address, dialled: '1002' })
    pbx.reportCall({ kind: 'callEnded', call, address, result: 'voicemail' })
    await new Promise<void>((remove) =>
      pbx.reportCall({
        kind: 'recorded',
        address: { domain, number: 1002 },
        call,
        recording: call,
        read: async () => sound,
        remove: async () => remove(),
      }),
    )
  }
  const messages = async () => (await world.ben.get('/voicemail/messages')).body as { id: string }[]
  const mailsLeft = () => entriesOf(world.telephony.database, 'voicemail_mail')
  const allSent = (expected: number) =>
    eventually(
      'the mails came',
      async () => catcher.mails.length === expected && (await mailsLeft()).length === 0,
    )
  const failed = (attempts: number, seconds: number) =>
    eventually(`it failed for time ${attempts}`, async () => {
      const [mail] = await mailsLeft()
      const dueAt = mail?.next_attempt_at ?? Number.POSITIVE_INFINITY
      return (
        mail?.attempts === attempts && mail.claimed_by === null && dueAt <= world.clock.now() + seconds * 1000
      )
    })

  it('not at all without an address', async () => {
    await leave()
    expect(await mailsLeft()).toEqual([])
  })

  it('with the recording, and a short mail without it to the pager', async () => {
    await set({ voicemail_email: 'ben@example.com', voicemail_pager: 'pager@example.com' })
    await leave()
    await allSent(2)
    const [pager, mail] = catcher.mails
    expect(pager!.recipients).toEqual(['pager@example.com'])
    expect(pager!.text).toBe('Ada Lovelace, 1001 left a message of 2 seconds for 1002.\n')
    expect(pager!.attachments).toEqual([])
    expect(mail!.recipients).toEqual(['ben@example.com'])
    expect(mail!.from?.text).toBe('"Acme" <phones@example.com>')
    expect(mail!.subject).toBe('Voicemail from Ada Lovelace, 1001 (2 seconds)')
    expect(mail!.text).toMatch(/Time: {3}\w+day, \d+ \w+ \d{4} at \d\d:\d\d UTC/)
    expect(mail!.text).toMatch(/^http\S+\/portal\/voicemail$/m)
    const [attachment] = mail!.attachments
    const [message] = await messages()
    expect(attachment).toMatchObject({
      filename: `voicemail-${message!.id}.wav`,
      contentType: 'audio/wav',
    })
    expect(attachment!.content.equals(sound)).toBe(true)
    await set({ voicemail_pager: '' })
  })

  it('without the recording if attach is no; the message stays even with delete', async () => {
    const before = (await messages()).length
    await set({ voicemail_options: 'attach=no|saycid=no|envelope=no|delete=yes' })
    await leave()
    await allSent(1)
    expect(catcher.mails[0]!.attachments).toEqual([])
    expect(await messages()).toHaveLength(before + 1)
  })

  it('and deleted afterwards with delete=yes, but only once the mail server has taken it', async () => {
    const before = await messages()
    await set({ voicemail_options: 'attach=yes|delete=yes' })
    await catcher.stop()
    await leave()
    await failed(1, 60)
    expect(await messages()).toHaveLength(before.length + 1)
    catcher = await startMailCatcher(port)
    world.clock.advance(61)
    await allSent(1)
    expect(catcher.mails[0]!.attachments[0]!.content.equals(sound)).toBe(true)
    expect(catcher.mails[0]!.text).not.toContain('http')
    expect(await messages()).toEqual(before)
  })

  it('an address that is refused for good is given up; the message stays', async () => {
    const before = (await messages()).length
    catcher.refuse(550)
    await leave()
    await eventually('it was given up', async () => (await mailsLeft()).length === 0)
    expect(catcher.mails).toHaveLength(0)
    expect(await messages()).toHaveLength(before + 1)
  })

  it('a message that is deleted is not mailed any more', async () => {
    catcher.refuse(451)
    await leave()
    await failed(1, 60)
    const [message] = await messages()
    expect((await world.ben.delete(`/voicemail/messages/${message!.id}`)).status).toBe(200)
    expect(await mailsLeft()).toEqual([])
  })

  it('a pager that is no address gets no mail', async () => {
    await set({ voicemail_email: '', voicemail_pager: 'call me' })
    await leave()
    expect(await mailsLeft()).toEqual([])
  })
})
