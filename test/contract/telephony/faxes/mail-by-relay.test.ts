import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCompany } from '../../../../src/telephony/company/create-company.ts'
import { addFaxNumber } from '../../../../src/telephony/fax/numbers/add-fax-number.ts'
import { serverItself } from '../../../../src/telephony/identity/actor.ts'
import { makePdf, missingDocumentPrograms } from '../../../harness/documents.ts'
import { engines } from '../../../harness/engines.ts'
import { freePort } from '../../../harness/free-port.ts'
import { type MailCatcher, startMailCatcher } from '../../../harness/mail-catcher.ts'
import { mailResponse } from '../../../harness/mail-response.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'

describe.skipIf(missingDocumentPrograms)(`mail to be faxed${missingDocumentPrograms}`, () => {
  describe.each(engines)('by a relay on %s', (engine) => {
    let world: TelephonyWorld
    let catcher: MailCatcher
    let port: number
    const start = async (relays: string) => {
      port = await freePort()
      world = await startTelephonyWorld(engine, {
        FAX_MAIL_PORT: String(port),
        FAX_MAIL_DOMAIN: 'fax.example.com',
        FAX_MAIL_RELAYS: relays,
        FAX_MAIL_RELAY_NAME: 'mx.example.com',
        SMTP_URL: catcher.url,
      })
    }
    afterAll(async () => {
      await world?.stop()
      await catcher?.stop()
    })
    beforeAll(async () => {
      catcher = await startMailCatcher()
      await start('127.0.0.1')
    })

    const send = (verdicts: string[], from = 'ben@example.com') =>
      mailResponse(
        { port, ignoreTLS: true },
        {
          from,
          to: '+12025550112@fax.example.com',
          headers: verdicts.map((value) => ({ key: 'Authentication-Results', value })),
          attachments: [{ filename: 'letter.pdf', content: makePdf() }],
        },
      )
    const unverified = /^550 5\.7\.1 The relay has not verified the sender/

    it.each([
      [['mx.example.com; auth=pass (login) smtp.auth=ben@example.com'], /^250 /],
      [['mx.example.com; auth=pass smtp.mailfrom=Ben@example.com'], /^250 /],
      [['mx.example.com 1; dkim=none; spf=pass smtp.mailfrom=example.com'], /^250 /],
      [['mx.example.com; spf=pass (a; b) smtp.mailfrom=ben@example.com'], /^250 /],
      [[], unverified],
      [['mx.example.com; none'], unverified],
      [['mx.example.com; spf=softfail smtp.mailfrom=example.com'], unverified],
      [['mx.example.com; spf=pass smtp.mailfrom=evil.example'], unverified],
      [['mx.example.com; auth=pass smtp.auth=eve@example.com'], unverified],
      [['mx.example.com; dkim=pass header.d=example.com'], unverified],
      [['mx.evil.example; auth=pass smtp.auth=ben@example.com'], unverified],
      // The relay's own is on top: what comes below was there before.
      [
        ['mx.example.com; spf=fail smtp.mailfrom=x', 'mx.example.com; spf=pass smtp.mailfrom=example.com'],
        unverified,
      ],
    ])('with %j', async (verdicts, answer) => {
      const count = async () => (await world.ada.get('/fax/messages', { direction: 'outbound' })).body.length
      const before = await count()
      const told = await send(verdicts)
      expect(told).toMatch(answer)
      expect(await count()).toBe(before + (told.startsWith('250') ? 1 : 0))
    })

    it('an unknown sender is refused, however verified', async () => {
      const told = await send(['mx.example.com; spf=pass smtp.mailfrom=example.com'], 'eve@example.com')
      expect(told).toMatch(/^550 5\.7\.1 The sender is not a user/)
    })

    const verdict = ['mx.example.com; auth=pass smtp.auth=ben@example.com']
    const addCompany = async (name: string, isProven: boolean) => {
      const owner = { firstName: 'Ben', email: 'ben@example.com', isProven }
      const { company } = await createCompany(world.telephony, { name, owner, location: 'Office' })
      return serverItself(company)
    }

    it('an address that only a company claims is not that of a user', async () => {
      const countOf = async () =>
        (await world.ada.get('/fax/messages', { direction: 'outbound' })).body.length
      const before = await countOf()
      await addFaxNumber(world.telephony, await addCompany('Claims', false), '+12025550113')
      expect(await send(verdict)).toMatch(/^250 /)
      expect(await countOf()).toBe(before + 1)
      const { body: eve } = await world.ada.post('/company/contacts', {
        first_name: 'Eve',
        contacts: { email: 'eve@example.com' },
      })
      const sendAsEve = () => send(['mx.example.com; spf=pass smtp.mailfrom=example.com'], 'eve@example.com')
      const unproven = /^550 5\.7\.1 The sender is not a user .* or has not confirmed the address/
      const accept = async (count: number) => {
        const mails = () => catcher.mails.filter(({ recipients }) => recipients.includes('eve@example.com'))
        await expect.poll(() => mails().length).toBe(count)
        const token = /\/portal\/invitation\/([A-Za-z0-9_-]{32})\s/.exec(mails().at(-1)!.text!)![1]
        expect((await world.stranger.post('/invitations/accept', { token })).status).toBe(200)
      }
      expect(await sendAsEve()).toMatch(unproven)
      await accept(1)
      expect(await sendAsEve()).toMatch(/^250 /)
      const change = (email: string) =>
        world.ada.patch(`/company/contacts/${eve.id}`, { contacts: { email } })
      await change('mallory@example.com')
      const asMallory = ['mx.example.com; spf=pass smtp.mailfrom=example.com']
      expect(await send(asMallory, 'mallory@example.com')).toMatch(unproven)
      await change('eve@example.com')
      expect(await sendAsEve()).toMatch(unproven)
      // Another invitation proves the address that has changed.
      expect((await world.ada.post(`/company/contacts/${eve.id}/invitation`)).status).toBe(200)
      await accept(2)
      expect(await sendAsEve()).toMatch(/^250 /)
    })

    it('an address of two companies is that of the one with a fax number; else one must sign in', async () => {
      const author = await addCompany('Initech', true)
      expect(await send(verdict)).toMatch(/^250 /)
      await addFaxNumber(world.telephony, author, '+12025550114')
      expect(await send(verdict)).toMatch(/^550 5\.7\.1 Several companies know this sender/)
    })

    it('only the relay is trusted, not other senders on this machine', async () => {
      await world.stop()
      await start('10.0.0.5,2001:db8::/32')
      const told = await send(['mx.example.com; auth=pass smtp.auth=ben@example.com'])
      expect(told).toMatch(/^530 5\.7\.0 Sign in first/)
    })
  })
})
