import { randomBytes } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { createTransport, SendMailOptions } from 'nodemailer'
import type { Clock } from '../clock.ts'
import { type Mail, type Mailer, MailRefused } from './mailer.ts'

const style = 'font:16px/1.5 system-ui,sans-serif;color:#1b1f33;max-width:36em;margin:0 auto;padding:16px'

const button =
  'display:inline-block;padding:8px 16px;border-radius:6px;background:#3b5bff;color:#fff;text-decoration:none'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export interface MailerSettings {
  smtpUrl: string | undefined
  mailFrom: string
  dataDir: string
}

const TIMEOUT_MS = 20_000

/** Sends by SMTP if a server is configured. Otherwise each mail becomes a file in `mails/`. */
export function createMailer({ smtpUrl, mailFrom, dataDir }: MailerSettings, clock: Clock): Mailer {
  return smtpUrl === undefined
    ? createMailFolder(join(dataDir, 'mails'), mailFrom, clock)
    : createSmtpMailer(smtpUrl, mailFrom)
}

function createSmtpMailer(url: string, from: string): Mailer {
  const open = loadOnFirstUse(({ createTransport }) =>
    createTransport({
      url,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      // Mails contain user input: no part of one may name a file or a URL to fetch.
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  )
  return {
    async send(mail) {
      const transport = await open()
      try {
        const { rejected = [] } = await transport.sendMail(message(from, mail))
        if (rejected.length > 0)
          throw new MailRefused(`the mail server rejected ${rejected.length} recipients`)
      } catch (error) {
        const { code, responseCode, message: reason } = error as { code?: string } & SmtpError
        // The operator can correct a wrong password; a rejected address stays rejected.
        if (code !== 'EAUTH' && (responseCode ?? 0) >= 500) throw new MailRefused(reason)
        throw error
      }
    },
  }
}

interface SmtpError {
  responseCode?: number
  message: string
}

function createMailFolder(folder: string, from: string, clock: Clock): Mailer {
  const open = loadOnFirstUse(({ createTransport }) =>
    createTransport({ streamTransport: true, buffer: true }),
  )
  let count = 0
  return {
    async send(mail) {
      const transport = await open()
      const { message: bytes } = await transport.sendMail(message(from, mail))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      count += 1
      // Sorts in the order of sending, and is unique across processes.
      const name = `${clock.now()}-${String(count).padStart(6, '0')}-${randomBytes(3).toString('hex')}.eml`
      const path = join(folder, name)
      // Readers of the folder never see half a mail.
      await writeFile(`${path}.part`, bytes as Buffer, { mode: 0o600, flush: true })
      await rename(`${path}.part`, path)
    },
  }
}

/** Nodemailer is large and many servers never send mail: load it with the first one. */
function loadOnFirstUse<Transport>(
  create: (nodemailer: { createTransport: typeof createTransport }) => Transport,
): () => Promise<Transport> {
  let transport: Promise<Transport> | undefined
  return () => {
    transport ??= import('nodemailer').then(create)
    return transport
  }
}

function message(from: string, mail: Mail): SendMailOptions {
  const { to, fromName, subject, text, replyTo, messageId, headers = {}, attachments = [] } = mail
  const address = /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from
  return {
    from: { name: fromName, address },
    to: [...to],
    subject,
    text,
    html: mailHtml(text),
    ...(replyTo !== undefined && { replyTo }),
    ...(messageId !== undefined && { messageId }),
    headers: { ...headers },
    attachments: [...attachments],
  }
}

/** The HTML alternative of a plain text mail: the same words, with links to click and no external resources. */
function mailHtml(text: string): string {
  const paragraphs = text.trim().split(/\n{2,}/)
  return `<!doctype html>
<html><head><meta charset="utf-8"></head>
<body style="${style}">
${paragraphs.map(paragraphOf).join('\n')}
</body></html>
`
}

/**
 * A link on a line of its own is what the mail is about. The line above it, such as `Join Acme:`, says what the button
 * does. The address stays readable, for people who look before they click.
 */
function paragraphOf(text: string): string {
  const { label = 'Open', link } =
    /^(?:(?<label>[^\n]+):\n)?(?<link>https?:\/\/[^\s<>"]+)$/.exec(text)?.groups ?? {}
  if (link === undefined) return `<p>${escapeHtml(text).replaceAll('\n', '<br>\n')}</p>`
  const address = escapeHtml(link)
  return `<p><a href="${address}" style="${button}">${escapeHtml(label)}</a></p>
<p style="font-size:13px;word-break:break-all;color:#565b73">${address}</p>`
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character]!)
