import { open } from 'node:fs/promises'
import { MailRefusal } from './mail-refusal.ts'

/** Of all headers of a mail, or of one of its parts. Those of large mailing lists have a tenth of it. */
export const MAX_HEADER_BYTES = 131_072

const LF = 10
const CR = 13

/**
 * The raw values of a header of a mail on disk, the newest first, each as one line. Reads nothing but the headers, so
 * that the sender can be verified before anything is parsed. Throws MailRefusal if they are too large.
 */
export async function readMailHeader(path: string, name: string): Promise<string[]> {
  const lines = (await readHead(path)).toString('latin1').split(/\r?\n/)
  const values: string[] = []
  let isWanted = false
  for (const line of lines) {
    const isContinued = line.startsWith(' ') || line.startsWith('\t')
    if (!isContinued) {
      const colon = line.indexOf(':')
      isWanted = line.slice(0, colon).trim().toLowerCase() === name
      if (isWanted) values.push(line.slice(colon + 1))
    } else if (isWanted) values.push(`${values.pop()}${line}`)
  }
  return values
}

/** Everything before the first empty line. */
async function readHead(path: string): Promise<Buffer> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_HEADER_BYTES + 4), 0)
    const start = buffer.subarray(0, bytesRead)
    const end = endOfHead(start)
    if (end < 0 && bytesRead > MAX_HEADER_BYTES) {
      throw new MailRefusal(
        554,
        `5.6.0 The headers of the mail are too large (limit: ${MAX_HEADER_BYTES} bytes)`,
      )
    }
    return end < 0 ? start : start.subarray(0, end)
  } finally {
    await file.close()
  }
}

/** -1: there is no empty line. */
function endOfHead(bytes: Buffer): number {
  if (bytes[0] === LF || (bytes[0] === CR && bytes[1] === LF)) return 0
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at + 1] === LF || (bytes[at + 1] === CR && bytes[at + 2] === LF)) return at
  }
  return -1
}
