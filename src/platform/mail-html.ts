const style = 'font:16px/1.5 system-ui,sans-serif;color:#1b1f33;max-width:36em;margin:0 auto;padding:16px'
const button =
  'display:inline-block;padding:8px 16px;border-radius:6px;background:#3b5bff;color:#fff;text-decoration:none'

/** The HTML alternative of a plain text mail: the same words, with links to click and no external resources. */
export function mailHtml(text: string): string {
  const paragraphs = text.trim().split(/\n{2,}/)
  return `<!doctype html>
<html><head><meta charset="utf-8"></head>
<body style="${style}">
${paragraphs.map(paragraphOf).join('\n')}
</body></html>
`
}

/** A link on its own line is what the mail is about. Its address stays readable, for people who look before they click. */
function paragraphOf(text: string): string {
  const link = /^https?:\/\/[^\s<>"]+$/.exec(text)?.[0]
  if (link === undefined) return `<p>${escapeHtml(text).replaceAll('\n', '<br>\n')}</p>`
  const address = escapeHtml(link)
  return `<p><a href="${address}" style="${button}">Open the link</a></p>
<p style="font-size:13px;word-break:break-all;color:#565b73">${address}</p>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => entities[character]!)
