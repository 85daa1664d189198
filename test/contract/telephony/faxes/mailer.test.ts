import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemClock } from '../../../../src/platform/clock.ts'
import { createMailer } from '../../../../src/platform/mail/create-mailer.ts'
import { MailRefused } from '../../../../src/platform/mail/mailer.ts'
import { freePort } from '../../../harness/free-port.ts'
import { type MailCatcher, startMailCatcher } from '../../../harness/mail-catcher.ts'

const mailFrom = 'Phones <phones@example.com>'
const mail = {
  to: ['ada@example.com'],
  fromName: 'Acme\r\nBcc: eve@example.com',
  subject: 'Grüße\r\nBcc: eve@example.com',
  text: 'Hello <b>Ada</b>\n\nJoin <Acme>:\nhttps://phones.example.com/a?b=1&c=2\n\nFrom: one\nTo: two\n',
  attachments: [
    { filename: 'a.bin', contentType: 'application/octet-stream', content: Buffer.from([0, 255]) },
  ],
}

describe('the mailer with a mail server', () => {
  let catcher: MailCatcher
  beforeAll(async () => {
    catcher = await startMailCatcher()
  })
  afterAll(() => catcher.stop())
  const mailer = (smtpUrl: string) => createMailer({ smtpUrl, mailFrom, dataDir: '/nowhere' }, systemClock)

  it('hands a mail over; no line of the subject becomes a header', async () => {
    await mailer(catcher.url).send(mail)
    const [caught] = catcher.mails
    expect(caught!.recipients).toEqual(['ada@example.com'])
    expect(caught!.from?.value).toEqual([
      { name: expect.stringMatching(/^Acme/), address: 'phones@example.com' },
    ])
    expect(caught!.subject).toContain('Grüße')
    expect(caught!.bcc).toBeUndefined()
    expect(caught!.text).toBe(mail.text)
    expect(caught!.html).toContain('<p>Hello &lt;b&gt;Ada&lt;/b&gt;</p>')
    // The button says what it does.
    expect(caught!.html).toMatch(
      /<a href="https:\/\/phones\.example\.com\/a\?b=1&amp;c=2" [^>]*>Join &lt;Acme&gt;<\/a>/,
    )
    expect(caught!.html).toContain('<p>From: one<br>\nTo: two</p>')
    expect(caught!.attachments[0]!.content).toEqual(Buffer.from([0, 255]))
  })

  it('tells a refusal for good from one to try again, and from a server that is not there', async () => {
    catcher.refuse(550)
    await expect(mailer(catcher.url).send(mail)).rejects.toBeInstanceOf(MailRefused)
    catcher.refuse(451)
    await expect(mailer(catcher.url).send(mail)).rejects.not.toBeInstanceOf(MailRefused)
    catcher.refuse(undefined)
    const nobody = `smtp://127.0.0.1:${await freePort()}`
    await expect(mailer(nobody).send(mail)).rejects.not.toBeInstanceOf(MailRefused)
    expect(catcher.mails).toHaveLength(1)
  })
})

describe('the mailer without a mail server', () => {
  it('writes each mail into a file that only the server reads, in the order of sending', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'switchboard-mails-'))
    try {
      const mailer = createMailer({ smtpUrl: undefined, mailFrom, dataDir }, systemClock)
      for (const text of ['one', 'two']) await mailer.send({ ...mail, text })
      const names = readdirSync(join(dataDir, 'mails')).sort()
      const mails = await Promise.all(
        names.map((name) => simpleParser(readFileSync(join(dataDir, 'mails', name)))),
      )
      expect(mails.map(({ text }) => text?.trim())).toEqual(['one', 'two'])
      expect(mails[0]!.to).toMatchObject({ text: 'ada@example.com' })
      expect(statSync(join(dataDir, 'mails', names[0]!)).mode & 0o077).toBe(0)
    } finally {
      rmSync(dataDir, { recursive: true })
    }
  })
})
