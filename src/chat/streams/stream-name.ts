import { badRequest } from '../chat-error.ts'
import { STREAM_NAME_LIMIT } from './stream.ts'

export function checkStreamName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') throw badRequest(`Invalid stream name '${trimmed}'`)
  if ([...trimmed].length > STREAM_NAME_LIMIT) {
    throw badRequest(`Stream name too long (limit: ${STREAM_NAME_LIMIT} characters).`)
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they would break lines and links
  if (/[\u0001-\u001f]/.test(trimmed)) throw badRequest(`Invalid stream name '${trimmed}'`)
  return trimmed
}
