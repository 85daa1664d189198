/** Characters of the alphabet of SMS (GSM 03.38). Those of the second row take two places. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extended = new Set('\f^{}\\[~]|€')

/** As how many parts a text will travel. The server counts too: its count stands at the message. */
export function countSegments(text: string): number {
  const letters = [...text]
  const isPlain = letters.every((letter) => basic.has(letter) || extended.has(letter))
  if (isPlain)
    return countParts(
      letters.map((letter) => (extended.has(letter) ? 2 : 1)),
      160,
      153,
    )
  const graphemes = [...new Intl.Segmenter().segment(text)]
  return countParts(
    graphemes.map(({ segment }) => segment.length),
    70,
    67,
  )
}

/** Nothing that a reader sees as one is divided. */
function countParts(sizes: readonly number[], alone: number, inPart: number): number {
  if (sizes.reduce((sum, size) => sum + size, 0) <= alone) return 1
  let parts = 1
  let filled = 0
  for (const size of sizes) {
    if (filled + size > inPart) {
      parts += 1
      filled = 0
    }
    filled += size
  }
  return parts
}
