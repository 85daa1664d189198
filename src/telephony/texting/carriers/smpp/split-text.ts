import { SegmentedMessage } from 'sms-segments-calculator'

export interface SplitText {
  readonly encoding: 'GSM-7' | 'UCS-2'
  /** what each part carries, without a header */
  readonly parts: readonly Buffer[]
}

interface EncodedCharacter {
  /** missing on the places that are kept free for the header */
  readonly raw?: string
  readonly codeUnits: readonly number[]
}

/** UCS-2 units of a part that has a header */
const UNITS_IN_PART = 67

/** The alphabet that a text needs, and its parts. What a reader sees as one character stays in one part. */
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

/** A letter below a heap of accents may be longer than a part: the calculator does not see that. */
function fits(units: number[][]): boolean {
  return units.length === 1 || units.every((part) => part.length > 0 && part.length <= UNITS_IN_PART)
}

function splitUnits(units: number[]): number[][] {
  const parts: number[][] = []
  for (let start = 0; start < units.length; ) {
    let end = Math.min(start + UNITS_IN_PART, units.length)
    // Both halves of a surrogate pair belong together.
    if (end < units.length && units[end - 1]! >= 0xd800 && units[end - 1]! <= 0xdbff) end -= 1
    parts.push(units.slice(start, end))
    start = end
  }
  return parts
}

function toBytes(units: number[]): Buffer {
  return Buffer.from(Uint16Array.from(units).buffer).swap16()
}
