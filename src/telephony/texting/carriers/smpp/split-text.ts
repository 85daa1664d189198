export interface SplitText {
  readonly encoding: 'GSM-7' | 'UCS-2'
  /** what each part carries, without a header */
  readonly parts: readonly Buffer[]
}

/** In septets and in 16-bit units. A text of several parts has a header in each. */
const LIMITS = { 'GSM-7': { alone: 160, inPart: 153 }, 'UCS-2': { alone: 70, inPart: 67 } }

/** The default alphabet of GSM 03.38, in the order of its codes. 0x1b is the escape to the extension. */
const basic =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\x1bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const ESCAPE = 0x1b
const extension: Readonly<Record<string, number>> = {
  '\f': 0x0a,
  '^': 0x14,
  '{': 0x28,
  '}': 0x29,
  '\\': 0x2f,
  '[': 0x3c,
  '~': 0x3d,
  ']': 0x3e,
  '|': 0x40,
  '€': 0x65,
}
const gsmCodes = new Map<string, readonly number[]>([
  ...[...basic].flatMap((character, code): [string, number[]][] =>
    code === ESCAPE ? [] : [[character, [code]]],
  ),
  ...Object.entries(extension).map(([character, code]): [string, number[]] => [character, [ESCAPE, code]]),
])

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The encoding that a text needs, and its parts. A grapheme is only split if it is longer than a part. */
export function splitText(text: string): SplitText {
  const codes = [...text].map((character) => gsmCodes.get(character))
  if (codes.every((code) => code !== undefined)) {
    return { encoding: 'GSM-7', parts: pack(codes, LIMITS['GSM-7']).map((part) => Buffer.from(part)) }
  }
  const units = [...graphemes.segment(text)].flatMap(({ segment }) =>
    segment.length <= LIMITS['UCS-2'].inPart ? [unitsOf(segment)] : [...segment].map(unitsOf),
  )
  return { encoding: 'UCS-2', parts: pack(units, LIMITS['UCS-2']).map(toBytes) }
}

const unitsOf = (text: string) => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))

/** Fills parts with characters that stay whole. An empty text has one part. */
function pack(
  characters: readonly (readonly number[])[],
  { alone, inPart }: { alone: number; inPart: number },
) {
  const whole = characters.flat()
  if (whole.length <= alone) return [whole]
  const parts: number[][] = []
  let part: number[] = []
  for (const units of characters) {
    if (part.length + units.length > inPart) {
      parts.push(part)
      part = []
    }
    part.push(...units)
  }
  return [...parts, part]
}

const toBytes = (units: readonly number[]) => Buffer.from(Uint16Array.from(units).buffer).swap16()
