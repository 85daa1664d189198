import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApiKey } from '../../../../src/telephony/company/api-keys/create-api-key.ts'
import { makePdf, makeTiff, missingDocumentPrograms, tinyPng } from '../../../harness/documents.ts'
import { engines } from '../../../harness/engines.ts'
import { faxMailTls } from '../../../harness/fax-mail-certificate.ts'
import { eventually, untilStatus } from '../../../harness/fax-world.ts'
import { freePort } from '../../../harness/free-port.ts'
import { type MailCatcher, startMailCatcher } from '../../../harness/mail-catcher.ts'
import { mailResponse } from '../../../harness/mail-response.ts'
import { startTelephonyWorld, type TelephonyWorld } from '../../../harness/telephony-world.ts'
import { withoutPrograms } from '../../../harness/without-programs.ts'

describe.skipIf(missingDocumentPrograms)(`mail to <number>@<fax domain>${missingDocumentPrograms}`, () => {
  describe.each(engines)('on %s', (engine) => {
    let world: TelephonyWorld
    let port: number
    let folder: string
    let catcher: MailCatcher
    beforeAll(async () => {
      port = await freePort()
      folder = mkdtempSync(join(tmpdir(), 'fax-mail-'))
      catcher = await startMailCatcher()
      world = await startTelephonyWorld(engine, {
        FAX_MAIL_PORT: String(port),
        FAX_MAIL_DOMAIN: 'fax.example.com',
        SMTP_URL: catcher.url,
        ...faxMailTls(folder),
      })
    })
    afterAll(async () => {
      await world.stop()
      await catcher.stop()
      rmSync(folder, { recursive: true })
    })

    const attach = (content: Buffer, filename = 'letter.pdf') => ({ filename, content })
    const good = () => ({
      from: 'Ben <ben@example.com>',
      to: '+12025550112@fax.example.com',
      subject: 'Our order',
      text: 'See the attachment.',
      attachments: [attach(makePdf(2))],
    })
    const asBen = { user: 'ben@example.com', pass: 'dev-acme-key' }
    async function mail(options: SendMailOptions, auth: typeof asBen | undefined = asBen): Promise<string> {
      const secure = { requireTLS: true, tls: { rejectUnauthorized: false } }
      return mailResponse({ port, ...secure, auth }, options)
    }
    const countFaxes = async () =>
      Number(
        (await world.ada.get('/fax/messages', { direction: 'outbound' })).headers['x-pagination-total-count'],
      )
    const newest = async (client = world.ada) =>
      (await client.get('/fax/messages', { direction: 'outbound', page_size: 1 })).body[0]

    it('becomes a fax of the user who sent it', async () => {
      const answer = await mail(good())
      expect(answer).toMatch(/^250 /)
      const fax = await newest()
      expect(answer).toContain(fax.id)
      expect(fax).toMatchObject({
        direction: 'outbound',
        from: '+12025550111',
        to: '+12025550112',
        subject: 'Our order',
        pages: 2,
      })
      expect((await world.ben.get(`/files/${fax.file.id}`)).body).toMatchObject({
        user_id: world.demo.acme.ben.id,
        uploaded_name: 'letter.pdf',
      })
      await untilStatus(world.ada, fax.id, 'delivered')
    })

    it('also a TIFF, under any name; pictures beside it do not count', async () => {
      const attachments = [attach(tinyPng, 'logo.png'), attach(makeTiff(), 'scan.bin')]
      const asAda = { user: 'ada@example.com', pass: 'dev-acme-key' }
      expect(await mail({ ...good(), from: 'ADA@example.com', attachments }, asAda)).toMatch(/^250 /)
      expect((await newest()).pages).toBe(1)
    })

    it('to several numbers it is several faxes of one document, which goes with the last', async () => {
      const to = [
        '2025550112@fax.example.com',
        '+12025550112@FAX.example.com',
        '+1-202-555-0188@fax.example.com',
      ]
      expect(await mail({ ...good(), to })).toMatch(/^250 /)
      const { body } = await world.ada.get('/fax/messages', { direction: 'outbound', page_size: 2 })
      expect(body.map((fax: { to: string }) => fax.to).sort()).toEqual(['+12025550112', '+12025550188'])
      expect(body[0].file.id).toBe(body[1].file.id)
      await world.ada.delete(`/fax/messages/${body[0].id}`)
      expect((await world.ada.get(`/files/${body[0].file.id}`)).status).toBe(200)
      await world.ada.delete(`/fax/messages/${body[1].id}`)
      expect((await world.ada.get(`/files/${body[0].file.id}`)).status).toBe(404)
    })

    it('the same mail again, since our answer got lost, is not another fax', async () => {
      const once = { ...good(), messageId: '<one@example.com>' }
      expect(await mail(once)).toMatch(/^250 /)
      const [faxes, files] = [await countFaxes(), (await world.ada.get('/files')).body.length]
      expect(await mail(once)).toMatch(/^250 .*before/)
      expect(await countFaxes()).toBe(faxes)
      expect((await world.ada.get('/files')).body).toHaveLength(files)
    })

    const refusals: [string, () => Partial<SendMailOptions>, RegExp][] = [
      ['another sender', () => ({ from: 'ada@example.com' }), /^553 5\.7\.1 The sender must be the user/],
      ['an unknown sender', () => ({ from: 'eve@example.com' }), /^553 5\.7\.1 The sender must be the user/],
      [
        'no sender',
        () => ({ envelope: { from: '', to: good().to } }),
        /^553 5\.7\.1 The sender must be the user/,
      ],
      ['another domain', () => ({ to: 'someone@example.org' }), /^550 5\.7\.1 Relaying is denied/],
      [
        'the domain as a part',
        () => ({ to: '1@fax.example.com.evil.org' }),
        /^550 5\.7\.1 Relaying is denied/,
      ],
      ['no number', () => ({ to: 'sales@fax.example.com' }), /^550 5\.1\.1 .*phone number/],
      ['no attachment', () => ({ attachments: [] }), /^554 5\.6\.0 The mail has no PDF or TIFF/],
      [
        'an attachment that only claims to be one',
        () => ({ attachments: [attach(Buffer.from('hello'))] }),
        /^554 5\.6\.0 The mail has no PDF or TIFF/,
      ],
      [
        'two documents',
        () => ({ attachments: [attach(makePdf()), attach(makePdf())] }),
        /^554 5\.6\.0 .*several documents/,
      ],
      [
        'a broken document',
        () => ({ attachments: [attach(makePdf().subarray(0, 70))] }),
        /^554 5\.6\.0 The attachment cannot be read/,
      ],
      ['too many pages', () => ({ attachments: [attach(makePdf(351))] }), /^554 5\.6\.0 .*350 pages/],
    ]
    it.each(refusals)('%s is refused, and says why', async (_what, change, answer) => {
      const before = await countFaxes()
      expect(await mail({ ...good(), ...change() })).toMatch(answer)
      expect(await countFaxes()).toBe(before)
    })

    it('a mail that is too large is refused', async () => {
      const attachments = [attach(Buffer.concat([makePdf(), Buffer.alloc(54 * 1024 * 1024)]))]
      expect(await mail({ ...good(), attachments })).toMatch(/^55[24] /)
    })

    it('when a program is missing, the mail is asked to come again', async () => {
      const document = good()
      expect(await withoutPrograms(() => mail(document))).toMatch(/^451 4\.3\.0 .*ghostscript/)
    })

    it('a disabled user is nobody', async () => {
      const { ben } = world.demo.acme
      await world.ada.patch(`/company/contacts/${ben.id}`, { activated: false })
      expect(await mail(good())).toMatch(/^535 /)
      await world.ada.patch(`/company/contacts/${ben.id}`, { activated: true })
      expect(await mail(good())).toMatch(/^250 /)
    })

    it('nobody is believed because of where they are, and no password goes without encryption', async () => {
      const before = await countFaxes()
      expect(await mailResponse({ port, ignoreTLS: true }, good())).toMatch(/^530 5\.7\.0 Sign in first/)
      expect(await mailResponse({ port, ignoreTLS: true, auth: asBen }, good())).toMatch(/STARTTLS|^5/)
      expect(await countFaxes()).toBe(before)
    })

    it('when a fax fails later, its sender gets a mail, and nobody else', async () => {
      const to = '+12025550199@fax.example.com'
      expect(await mail({ ...good(), to, subject: 'To nobody' })).toMatch(/^250 /)
      const { id } = await newest()
      await eventually('it has failed', async () => {
        world.clock.advance(7200)
        return (await world.ada.get(`/fax/messages/${id}`)).body.status === 'failed'
      })
      await eventually('the mail came', async () => catcher.mails.length > 0)
      expect(catcher.mails.map(({ recipients }) => recipients)).toEqual([['ben@example.com']])
      expect(catcher.mails[0]!.subject).toBe('Your fax to +12025550199 was not sent')
      expect(catcher.mails[0]!.text).toContain('Subject: To nobody')
      expect(catcher.mails[0]!.attachments).toEqual([])
    })

    it('a port that is taken at the start is listened on as soon as it is free', async () => {
      const taken = await startMailCatcher()
      const FAX_MAIL_PORT = new URL(taken.url).port
      const second = await startTelephonyWorld(engine, {
        FAX_MAIL_PORT,
        LOG_LEVEL: 'silent',
        ...faxMailTls(folder),
      })
      await taken.stop()
      const transport = createTransport({ host: '127.0.0.1', port: Number(FAX_MAIL_PORT), ignoreTLS: true })
      await eventually('it answers', () => transport.verify().catch(() => false))
      await second.stop()
      await expect(transport.verify()).rejects.toThrow('ECONNREFUSED')
      expect(taken.mails).toEqual([])
    })

    it('who authenticates is held to it', async () => {
      const { telephony, demo } = world
      const user = 'ada@example.com'
      const from = user
      expect(await mail({ ...good(), from }, { user, pass: 'dev-acme-key' })).toMatch(/^250 /)
      expect(await mail({ ...good(), from }, { user, pass: 'wrong' })).toMatch(/^535 /)
      expect(await mail({ ...good(), from }, { user, pass: 'dev-globex-key' })).toMatch(/^535 /)
      expect(await mail({ ...good(), from }, { user: 'hank@example.com', pass: 'dev-acme-key' })).toMatch(
        /^535 /,
      )
      const other = { ...good(), from: 'hank@example.com' }
      expect(await mail(other, { user, pass: 'dev-acme-key' })).toMatch(/^553 5\.7\.1 The sender must be/)
      const reader = await createApiKey(telephony, demo.acme.actor, { name: 'Reader', scopes: ['read'] })
      expect(await mail({ ...good(), from }, { user, pass: reader.key })).toMatch(/^535 /)
    })
  })
})
