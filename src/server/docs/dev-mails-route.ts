import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { ParsedMail } from '../../platform/parsers/parse-mail.ts'
import { parseUntrusted } from '../../platform/parsers/parse-untrusted.ts'
import { type Html, html } from './docs-html.ts'

/** The mailer's file names; nothing else in the folder is shown. */
const mailName = /^\d+-\d{6}-[0-9a-f]{6}\.eml$/
const MAX_LISTED = 100

const policy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** For development, where mails become files: a page to read them and follow their links. */
export function addDevMailsRoute(app: FastifyInstance, dataDir: string): void {
  const folder = join(dataDir, 'mails')
  app.get('/dev/mails', async (_request, reply) => {
    const names = await listNewest(folder)
    const mails = await Promise.all(names.map(async (name) => ({ name, mail: await readMail(folder, name) })))
    const rows = mails.map(
      ({ name, mail }) => html`<tr><td>${mail.date ?? ''}</td><td>${mail.to}</td>
<td><a href="/dev/mails/${name}">${mail.subject || '(no subject)'}</a></td></tr>
`,
    )
    const table = html`<table><tr><th>Time</th><th>To</th><th>Subject</th></tr>
${rows}</table>`
    return send(reply, 'Mails', rows.length === 0 ? html`<p>No mail has been sent yet.</p>` : table)
  })
  app.get('/dev/mails/:name', async (request, reply) => {
    const { name } = request.params as { name: string }
    if (!(await listNames(folder)).includes(name)) return reply.callNotFound()
    const mail = await readMail(folder, name)
    const body = html`<p>To: ${mail.to}<br>Time: ${mail.date ?? ''}</p>
<pre>${withLinks(mail.text)}</pre>
<p><a href="/dev/mails">All mails</a></p>`
    return send(reply, mail.subject || '(no subject)', body)
  })
}

async function listNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.filter((name) => mailName.test(name))
}

/** Names start with the time and the order of sending. */
async function listNewest(folder: string): Promise<string[]> {
  const names = await listNames(folder)
  const numbers = (name: string) => name.split('-').map(Number) as [number, number]
  const newestFirst = (one: string, other: string) => {
    const [time, count] = numbers(one)
    const [otherTime, otherCount] = numbers(other)
    return otherTime - time || otherCount - count
  }
  return names.sort(newestFirst).slice(0, MAX_LISTED)
}

const readMail = (folder: string, name: string): Promise<ParsedMail> =>
  parseUntrusted('development', { format: 'mail', path: join(folder, name), filePaths: [] })

/** Turns URLs into links; everything else stays text. */
function withLinks(text: string): Html[] {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}">${part}</a>` : html`${part}`))
}

function send(reply: FastifyReply, title: string, body: Html): FastifyReply {
  const page = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>${title}</title></head>
<body>
<h1>${title}</h1>
${body}
</body>
</html>
`
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .send(page.text)
}
