import type { ContentPlace } from '../../platform/contents/contents.ts'
import { readByteRange } from '../../platform/files/byte-range.ts'
import { attachment } from '../../platform/files/content-disposition.ts'
import { notFound, Problem } from '../problem.ts'
import type { TelephonyPlatform } from '../telephony-platform.ts'
import { HttpResponse } from './http-response.ts'

export interface SoundOptions {
  /** the name of the download */
  readonly name: string
  /** in bytes */
  readonly size: number
  /** the header `Range` of the request */
  readonly range: string | undefined
}

/** A stored WAV file, or the part of it that a player asks for. */
export async function soundResponse(
  { contents }: TelephonyPlatform,
  place: ContentPlace,
  { name, size, range }: SoundOptions,
): Promise<HttpResponse> {
  const part = readByteRange(range, size)
  if (part === 'unsatisfiable') {
    const headers = { 'content-range': `bytes */${size}` }
    throw new Problem(416, `The recording has ${size} bytes`, { headers })
  }
  const headers = {
    'content-type': 'audio/wav',
    'accept-ranges': 'bytes',
    'content-disposition': attachment(name),
    'content-security-policy': "sandbox; default-src 'none'",
  }
  const content = await contents.stream(place, part)
  if (!content) throw notFound('The recording is gone')
  if (!part)
    return new HttpResponse(content.stream, { headers: { ...headers, 'content-length': String(size) } })
  return new HttpResponse(content.stream, {
    status: 206,
    headers: {
      ...headers,
      'content-length': String(part.end - part.start + 1),
      'content-range': `bytes ${part.start}-${part.end}/${size}`,
    },
  })
}
