import { NO_TOPIC } from '../../streams/topic-name.ts'
import { textOfHtml } from '../search-index/visible-text.ts'

/** Longer mails are cut: a message has less than this. */
const MAX_READ_LENGTH = 100_000

/** What the sender wrote: without their signature, and in a reply without what they quoted at the end. */
export function mailText(plain: string | undefined, html: string, isReply: boolean): string {
  const written = withoutSignature(linesOf(plain, html))
  const own = isReply ? withoutQuote(written) : written
  // A mail that only quotes is kept as it is.
  return textOf(own.some((line) => line.trim() !== '') ? own : written)
}

/**
 * What somebody has written in reply to a mail of ours, and nothing else: without the quoted mail, also where it is only
 * set apart by a heading, and without their signature.
 */
export function replyText(plain: string | undefined, html: string): string {
  const quoteStart =
    /<blockquote\b|<[^<>]{1,200}\b(?:gmail_quote|divRplyFwdMsg|appendonsend|moz-cite-prefix)\b/i
  const lines = withoutQuote(withoutSignature(linesOf(plain, html.split(quoteStart, 1)[0]!)))
  const heading = lines.findIndex((line) => isHeading(line.trim()))
  return textOf(heading >= 0 ? lines.slice(0, heading) : lines)
}

/** `--- Original message ---`, or a line across the mail. */
const isHeading = (line: string): boolean =>
  /^_{20,}$/.test(line) || (line.startsWith('---') && line.endsWith('---') && /[^-]/.test(line))

function linesOf(plain: string | undefined, html: string): string[] {
  const source = plain?.trim() ? plain : textOfHtml(html.slice(0, MAX_READ_LENGTH))
  return source.slice(0, MAX_READ_LENGTH).replaceAll('\r\n', '\n').split('\n')
}

const textOf = (lines: readonly string[]) => lines.join('\n').replaceAll('\0', '').trim()

function withoutSignature(lines: readonly string[]): readonly string[] {
  const signature = lines.indexOf('-- ')
  return signature > 0 ? lines.slice(0, signature) : lines
}

/** Lines of "On Monday, Ann <ann@example.com> wrote:", which mail programs wrap. */
const MAX_ATTRIBUTION_LINES = 3

function withoutQuote(lines: readonly string[]): readonly string[] {
  let end = lines.length
  while (end > 0 && /^(>|\s*$)/.test(lines[end - 1]!)) end -= 1
  if (end === lines.length || end === 0 || !lines[end - 1]!.trimEnd().endsWith(':'))
    return lines.slice(0, end)
  let start = end - 1
  while (start > 0 && end - start < MAX_ATTRIBUTION_LINES && lines[start - 1]!.trim() !== '') start -= 1
  // A paragraph of its own is the attribution; otherwise only its last line is.
  const isParagraph = start === 0 || lines[start - 1]!.trim() === ''
  return lines.slice(0, isParagraph ? start : end - 1)
}

/** The subject without the marks of replies and forwards. */
export function mailTopic(subject: string | undefined): string {
  const plain = (subject ?? '').replace(/\p{Cc}+/gu, ' ').slice(0, 1000)
  return plain.replace(/^(\s*(re|aw|fwd?|wg)\s*:)+/i, '').trim() || NO_TOPIC
}

export const isReplySubject = (subject: string | undefined) => /^\s*(re|aw)\s*:/i.test(subject ?? '')
