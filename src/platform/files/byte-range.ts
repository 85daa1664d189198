export interface ByteRange {
  /** both inclusive, as in the header */
  start: number
  end: number
}

/**
 * Parses a Range header (RFC 9110, section 14). Supports a single range: returns undefined, the whole file, for several
 * ranges and for invalid ones; `unsatisfiable` when the range is beyond the end.
 */
export function readByteRange(
  header: string | undefined,
  size: number,
): ByteRange | 'unsatisfiable' | undefined {
  if (!header?.startsWith('bytes=')) return undefined
  const [first, last, ...others] = header
    .slice('bytes='.length)
    .split('-')
    .map((part) => part.trim())
  if (first === undefined || last === undefined || others.length > 0) return undefined
  if (!isPosition(first) || !isPosition(last) || (first === '' && last === '')) return undefined
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? 'unsatisfiable' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return undefined
  return start >= size ? 'unsatisfiable' : { start, end }
}

const isPosition = (text: string) => /^\d{0,15}$/.test(text)
