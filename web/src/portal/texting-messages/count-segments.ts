/** Characters of the alphabet of SMS (GSM 03.38). Those of the second row take two places. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
const extended = new Set('\f^{}\\[~]|€')

/** The number of segments of a text. The server counts as well; sent messages show its count. */
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

/** Never splits what a reader sees as one character. */
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
