import { readByteRange } from '../../../platform/files/byte-range.ts'
import { attachment } from '../../../platform/files/content-disposition.ts'
import { Answer } from '../../http/answer.ts'
import type { Actor } from '../../identity/actor.ts'
import { notFound, Problem } from '../../problem.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { placeOfRecording } from './place-of-recording.ts'
import type { VoicemailTable } from './voicemail-table.ts'

/** The sound of a message, or the part of it that a player asks for (Range). */
export async function downloadRecording(
  { contents }: TelephonyPlatform,
  { company }: Actor,
  { id, size }: VoicemailTable,
  range: string | undefined,
): Promise<Answer> {
  const part = readByteRange(range, size)
  if (part === 'unsatisfiable') {
    const headers = { 'content-range': `bytes */${size}` }
    throw new Problem(416, `The recording has ${size} bytes`, { headers })
  }
  const headers = {
    'content-type': 'audio/wav',
    'accept-ranges': 'bytes',
    'content-disposition': attachment(`voicemail-${id}.wav`),
    'content-security-policy': "sandbox; default-src 'none'",
  }
  const content = await contents.stream(placeOfRecording(company, id), part)
  if (!content) throw notFound('The recording of this message is gone')
  if (!part) return new Answer(content.stream, { headers: { ...headers, 'content-length': String(size) } })
  return new Answer(content.stream, {
    status: 206,
    headers: {
      ...headers,
      'content-length': String(part.end - part.start + 1),
      'content-range': `bytes ${part.start}-${part.end}/${size}`,
    },
  })
}
