import { SegmentedMessage } from 'sms-segments-calculator'

export interface SplitText {
  readonly encoding: 'GSM-7' | 'UCS-2'
  /** what each part carries, without a header */
  readonly parts: readonly Buffer[]
}

interface EncodedCharacter {
  /** missing where space is reserved for the header */
  readonly raw?: string
  readonly codeUnits: readonly number[]
}

/** UCS-2 units of a part that has a header */
const UNITS_IN_PART = 67

/** The encoding that a text needs, and its parts. A grapheme is never split. */
export function splitText(text: string): SplitText {
  const { encodingName, segments } = new SegmentedMessage(text)
  const units = segments.map((segment) =>
    (segment as EncodedCharacter[])
      .filter(({ raw }) => raw !== undefined)
      .flatMap(({ codeUnits }) => codeUnits),
  )
  if (encodingName === 'GSM-7')
    return { encoding: encodingName, parts: units.map((part) => Buffer.from(part)) }
  return { encoding: encodingName, parts: (fits(units) ? units : splitUnits(units.flat())).map(toBytes) }
}

/** A grapheme with many combining marks may exceed a part, which the calculator does not handle. */
function fits(units: number[][]): boolean {
  return units.length === 1 || units.every((part) => part.length > 0 && part.length <= UNITS_IN_PART)
}

function splitUnits(units: number[]): number[][] {
  const parts: number[][] = []
  for (let start = 0; start < units.length; ) {
    let end = Math.min(start + UNITS_IN_PART, units.length)
    // Do not split a surrogate pair.
    if (end < units.length && units[end - 1]! >= 0xd800 && units[end - 1]! <= 0xdbff) end -= 1
    parts.push(units.slice(start, end))
    start = end
  }
  return parts
}

function toBytes(units: number[]): Buffer {
  return Buffer.from(Uint16Array.from(units).buffer).swap16()
}
