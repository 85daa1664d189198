import { createHash } from 'node:crypto'
import { parse } from 'fast-querystring'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ChatError } from '../../chat-error.ts'
import { escapeHtml } from '../../markdown/escape-html.ts'

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:26rem;margin:3rem auto;padding:0 1rem;color:#222;background:#fff}
label{display:block;margin:1rem 0}input{display:block;width:100%;box-sizing:border-box;font:inherit;padding:.4rem;margin-top:.2rem}input[type=checkbox]{display:inline;width:auto}
button{font:inherit;padding:.4rem 1rem}.error{color:#a00}
@media(prefers-color-scheme:dark){body{color:#ddd;background:#1c1c1c}.error{color:#f88}}`

const styleHash = createHash('sha256').update(style).digest('base64')

/** No scripts, no external resources, and forms only to our own origin. */
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

export interface PlainPage {
  title: string
  /** HTML; the author escapes values */
  body: string
}

/** A page for people who only have a link. The link is secret, so no referrer is sent and nothing is cached. */
export function sendPage(reply: FastifyReply, status: number, { title, body }: PlainPage): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('referrer-policy', 'no-referrer')
    .header('cache-control', 'no-store')
    .send(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${style}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
${body}
</body>
</html>
`)
}

export interface PlainField {
  name: string
  label: string
  type: 'text' | 'email' | 'password' | 'checkbox'
  /** autocomplete hint for the browser */
  autocomplete?: string
  value?: string | undefined
}

/** A form that posts to the page's own address. */
export function writeForm(fields: readonly PlainField[], button: string, complaint?: string): string {
  const inputs = fields.map(writeField)
  const error = complaint === undefined ? '' : `<p class="error" role="alert">${escapeHtml(complaint)}</p>\n`
  return `${error}<form method="post">\n${inputs.join('\n')}\n<button>${escapeHtml(button)}</button>\n</form>`
}

const writeField = ({ name, label, type, autocomplete = 'off', value = '' }: PlainField) =>
  type === 'checkbox'
    ? `<label><input name="${name}" type="checkbox"> ${escapeHtml(label)}</label>`
    : `<label>${escapeHtml(label)}<input name="${name}" type="${type}" autocomplete="${autocomplete}" value="${escapeHtml(value)}" required></label>`

/** Parses form fields as text; ignores repeated fields. */
export function readForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: 10_000 },
    async (_request: unknown, text: string) => {
      const fields = Object.entries(parse(text)).filter(([, value]) => typeof value === 'string')
      return new Map(fields as [string, string][])
    },
  )
}

export function sendErrorPage(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof ChatError) {
    return sendPage(reply, error.status, {
      title: 'This link does not work',
      body: `<p>${escapeHtml(error.message)}</p>`,
    })
  }
  const status = (error as { statusCode?: number }).statusCode ?? 500
  if (status >= 500) request.log.error({ err: error, requestId: request.id }, 'request failed')
  const title = status >= 500 ? 'Something went wrong' : 'The form cannot be read'
  return sendPage(reply, status, { title, body: '<p>Please try again.</p>' })
}
