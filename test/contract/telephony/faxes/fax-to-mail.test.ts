import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makePdf, missingDocumentPrograms } from '../../../harness/documents.ts'
import { engines } from '../../../harness/engines.ts'
import { ACME_FAX, eventually, postFax, untilStatus } from '../../../harness/fax-world.ts'
import { freePort } from '../../../harness/free-port.ts'
import { type MailCatcher, startMailCatcher } from '../../../harness/mail-catcher.ts'
import { entriesOf } from '../../../harness/outbox-entries.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

describe.skipIf(missingDocumentPrograms)(`a fax that comes in is mailed${missingDocumentPrograms}`, () => {
  describe.each(engines)('on %s', (engine) => {
    let world: TelephonyWorld
    let catcher: MailCatcher
    let port: number
    beforeAll(async () => {
      port = await freePort()
      catcher = await startMailCatcher(port)
      world = await startTelephonyWorld(engine, {
        SMTP_URL: catcher.url,
        MAIL_FROM: 'Phones <phones@example.com>',
        LOG_LEVEL: 'silent',
      })
    })
    afterAll(async () => {
      await world.stop()
      await catcher.stop()
    })
    beforeEach(() => {
      catcher.refuse(undefined)
      catcher.mails.length = 0
    })

    const faxToAcme = async () => {
      const { body } = await postFax(world.hank, makePdf(2), { to: ACME_FAX })
      await untilStatus(world.hank, body.id, 'delivered')
      return (await world.ada.get('/fax/messages', { direction: 'inbound' })).body[0]
    }
    const mailsLeft = () => entriesOf(world.telephony.database, 'fax_mail')
    const allSent = (count: number) =>
      eventually(
        'the mails came',
        async () => catcher.mails.length === count && (await mailsLeft()).length === 0,
      )
    /** An attempt postpones it for longer; after a failure it waits only this many seconds. */
    const failed = (attempts: number, seconds: number) =>
      eventually(`it failed for time ${attempts}`, async () => {
        const [mail] = await mailsLeft()
        const dueAt = mail?.next_attempt_at ?? Number.POSITIVE_INFINITY
        return (
          mail?.attempts === attempts &&
          mail.claimed_by === null &&
          dueAt <= world.clock.now() + seconds * 1000
        )
      })

    it('to the address of a destination, with the PDF; a company without destinations gets none', async () => {
      const sent = await postFax(world.ada, makePdf())
      await untilStatus(world.ada, sent.body.id, 'delivered')
      const fax = await faxToAcme()
      await allSent(1)
      const [mail] = catcher.mails
      expect(mail!.recipients).toEqual(['ada@example.com'])
      expect(mail!.from?.text).toBe('"Acme" <phones@example.com>')
      expect(mail!.subject).toBe('Fax from Globex, +12025550112 (2 pages)')
      expect(mail!.text).toContain('Acme has received a fax. It is attached.')
      expect(mail!.text).toMatch(/Time: {2}\w+day, \d+ \w+ \d{4} at \d\d:\d\d UTC/)
      expect(mail!.text).toMatch(new RegExp(`^http\\S+/portal/faxes/${fax.id}$`, 'm'))
      expect(mail!.attachments).toHaveLength(1)
      const [attachment] = mail!.attachments
      expect(attachment).toMatchObject({ filename: `fax-${fax.id}.pdf`, contentType: 'application/pdf' })
      const pdf = await world.ada.get(`/fax/messages/${fax.id}/file`)
      expect(attachment!.content.equals(pdf.bytes)).toBe(true)
    })

    it('as soon as the mail server can be reached', async () => {
      await catcher.stop()
      await faxToAcme()
      await failed(1, 60)
      catcher = await startMailCatcher(port)
      catcher.refuse(451)
      world.clock.advance(61)
      await failed(2, 300)
      expect(catcher.mails).toHaveLength(0)
      catcher.refuse(undefined)
      world.clock.advance(301)
      await allSent(1)
    })

    it('an address that is refused for good is given up; the fax stays', async () => {
      catcher.refuse(550)
      const fax = await faxToAcme()
      await eventually('it was given up', async () => (await mailsLeft()).length === 0)
      expect(catcher.mails).toHaveLength(0)
      expect((await world.ada.get(`/fax/messages/${fax.id}`)).status).toBe(200)
    })

    it('a fax that is deleted is not mailed any more', async () => {
      catcher.refuse(451)
      const fax = await faxToAcme()
      await failed(1, 60)
      await world.ada.delete(`/fax/messages/${fax.id}`)
      expect(await mailsLeft()).toEqual([])
    })

    it('to each of several addresses by itself, and once', async () => {
      await world.ada.post('/fax/destinations', { emails: ['ADA@example.com', 'team@example.com'] })
      await faxToAcme()
      await allSent(2)
      expect(catcher.mails.map(({ recipients }) => recipients).sort()).toEqual([
        ['ADA@example.com'],
        ['team@example.com'],
      ])
    })
  })
})
