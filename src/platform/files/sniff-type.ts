import { open } from 'node:fs/promises'

export const PDF = 'application/pdf'
export const TIFF = 'image/tiff'
export const UNKNOWN = 'application/octet-stream'

const ascii = (text: string) => Buffer.from(text, 'latin1')

/** The magic bytes of known types, and their offset. */
const signatures: readonly [mimetype: string, offset: number, bytes: Buffer][] = [
  ['image/png', 0, ascii('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', 0, ascii('\xff\xd8\xff')],
  ['image/gif', 0, ascii('GIF87a')],
  ['image/gif', 0, ascii('GIF89a')],
  [PDF, 0, ascii('%PDF-')],
  [TIFF, 0, ascii('II*\0')],
  [TIFF, 0, ascii('MM\0*')],
  ['audio/mpeg', 0, ascii('ID3')],
  ['audio/ogg', 0, ascii('OggS')],
  ['audio/flac', 0, ascii('fLaC')],
  ['video/webm', 0, ascii('\x1a\x45\xdf\xa3')],
  ['application/zip', 0, ascii('PK\x03\x04')],
  ['application/gzip', 0, ascii('\x1f\x8b')],
  // Images and audio use the same container as videos.
  ['image/avif', 4, ascii('ftypavif')],
  ['image/heic', 4, ascii('ftypheic')],
  ['image/heic', 4, ascii('ftypmif1')],
  ['audio/mp4', 4, ascii('ftypM4A ')],
  ['video/mp4', 4, ascii('ftyp')],
]

const SAMPLE = 65_536

/** The same for a file, by its first bytes. */
export const sniffFile = async (path: string) => sniffType(await readStart(path, SAMPLE + 1))

/** Detects the type from the bytes, whatever the client says. Anything that a browser might run is plain text. */
export function sniffType(bytes: Buffer): string {
  for (const [mimetype, offset, start] of signatures) {
    if (bytes.subarray(offset, offset + start.length).equals(start)) return mimetype
  }
  if (isRiff(bytes, 'WAVE')) return 'audio/wav'
  if (isRiff(bytes, 'WEBP')) return 'image/webp'
  if (isMpegAudio(bytes)) return 'audio/mpeg'
  return bytes.length > 0 && isText(bytes.subarray(0, SAMPLE), bytes.length > SAMPLE) ? 'text/plain' : UNKNOWN
}

const isRiff = (bytes: Buffer, kind: string) =>
  bytes.subarray(0, 4).equals(ascii('RIFF')) && bytes.subarray(8, 12).equals(ascii(kind))

/** A layer III frame without the tag that usually comes first. */
const isMpegAudio = (bytes: Buffer) =>
  bytes.length > 3 && bytes[0] === 0xff && [0xfb, 0xfa, 0xf3, 0xf2].includes(bytes[1]!)

function isText(sample: Buffer, isCut: boolean): boolean {
  try {
    // The sample may end in the middle of a character; `stream` does not mind.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(sample, { stream: isCut })
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what tells text from the rest
    return !/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text)
  } catch {
    return false
  }
}

/** The first bytes of a file, or all of a shorter one. */
async function readStart(path: string, bytes: number): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}
