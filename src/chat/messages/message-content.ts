import { badRequest } from '../chat-error.ts'

export const CONTENT_LIMIT_BYTES = 10_000

/** Half of a surrogate pair: valid in JSON, but not in UTF-8. */
const loneSurrogate = /\p{Surrogate}/gu

/** Validates content and returns it as it is stored. */
export function checkContent(content: string): string {
  const trimmed = content.trimEnd().replace(loneSurrogate, '\ufffd')
  if (trimmed === '') throw badRequest('Message must not be empty')
  if (trimmed.includes('\0')) throw badRequest('Message must not contain null bytes')
  if (Buffer.byteLength(trimmed) > CONTENT_LIMIT_BYTES) {
    throw badRequest(`Message is too long (limit: ${CONTENT_LIMIT_BYTES} bytes)`)
  }
  return trimmed
}

/** For incoming webhooks, whose senders cannot correct their content. */
export function truncateContent(content: string): string {
  if (Buffer.byteLength(content) <= CONTENT_LIMIT_BYTES) return content
  const mark = '\n[message truncated]'
  let kept = Buffer.from(content)
    .subarray(0, CONTENT_LIMIT_BYTES - mark.length)
    .toString('utf8')
  // The cut may have split a character.
  if (kept.endsWith('\ufffd')) kept = kept.slice(0, -1)
  return kept + mark
}
