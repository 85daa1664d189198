/** The header of a file in a tar archive (POSIX.1-2001, with pax records where needed). */
export interface TarEntry {
  /** with slashes, relative */
  name: string
  size: number
  /** seconds since the epoch */
  modified: number
}

const BLOCK = 512
/** Eleven octal digits. */
const LARGEST = 0o77777777777
const MAX_NAME_LENGTH = 100

/** An archive ends with two empty blocks. */
export const tarEnd = Buffer.alloc(2 * BLOCK)

/** Padding after a file's bytes, up to a whole block. */
export const tarPadding = (size: number) => Buffer.alloc((BLOCK - (size % BLOCK)) % BLOCK)

export function tarHeader(entry: TarEntry): Buffer {
  const records: string[] = []
  if (Buffer.byteLength(entry.name) > MAX_NAME_LENGTH || !/^[ -~]*$/.test(entry.name))
    records.push(record('path', entry.name))
  if (entry.size > LARGEST) records.push(record('size', String(entry.size)))
  const own = block(entry, '0')
  if (records.length === 0) return own
  const extension = Buffer.from(records.join(''))
  const before = block({ ...entry, name: 'pax-header', size: extension.length }, 'x')
  return Buffer.concat([before, extension, tarPadding(extension.length), own])
}

/** `<length> <key>=<value>`: the length includes its own digits. */
function record(key: string, value: string): string {
  const rest = Buffer.byteLength(` ${key}=${value}\n`)
  let length = rest + String(rest).length
  if (String(length).length !== String(rest).length) length = rest + String(length).length
  return `${length} ${key}=${value}\n`
}

function block({ name, size, modified }: TarEntry, kind: '0' | 'x'): Buffer {
  const header = Buffer.alloc(BLOCK)
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, '0')
  Buffer.from(name).copy(header, 0, 0, MAX_NAME_LENGTH)
  header.write('0000600\0', 100)
  header.write('0000000\0', 108)
  header.write('0000000\0', 116)
  header.write(`${octal(Math.min(size, LARGEST), 11)}\0`, 124)
  header.write(`${octal(modified, 11)}\0`, 136)
  header.write('        ', 148)
  header.write(kind, 156)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 6)}\0 `, 148)
  return header
}
