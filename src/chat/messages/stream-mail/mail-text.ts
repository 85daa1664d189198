import { textOfHtml } from '../search-index/visible-text.ts'

/** Longer mails are cut: a message has less than this. */
const MAX_READ_LENGTH = 100_000

/** What the sender wrote: without their signature, and in a reply without what they quoted at the end. */
export function mailText(plain: string | undefined, html: string, isReply: boolean): string {
  const source = plain?.trim() ? plain : textOfHtml(html.slice(0, MAX_READ_LENGTH))
  const lines = source.slice(0, MAX_READ_LENGTH).replaceAll('\r\n', '\n').split('\n')
  const signature = lines.indexOf('-- ')
  const written = signature > 0 ? lines.slice(0, signature) : lines
  const own = isReply ? withoutQuote(written) : written
  return own.join('\n').replaceAll('\0', '').trim()
}

/** A mail that only quotes is kept as it is. */
function withoutQuote(lines: readonly string[]): readonly string[] {
  let end = lines.length
  while (end > 0 && /^(>|\s*$)/.test(lines[end - 1]!)) end -= 1
  // "On Monday, Ann wrote:"
  if (end < lines.length && end > 0 && lines[end - 1]!.trimEnd().endsWith(':')) end -= 1
  const own = lines.slice(0, end)
  return own.some((line) => line.trim() !== '') ? own : lines
}

/** The subject without the marks of replies and forwards. */
export function mailTopic(subject: string | undefined): string {
  const plain = (subject ?? '').replace(/\p{Cc}+/gu, ' ').slice(0, 1000)
  return plain.replace(/^(\s*(re|aw|fwd?|wg)\s*:)+/i, '').trim() || '(no topic)'
}

export const isReplySubject = (subject: string | undefined) => /^\s*(re|aw)\s*:/i.test(subject ?? '')
