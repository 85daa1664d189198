/**
 * Deeper than anything that anybody means. What is nested without end costs whoever walks through it their stack:
 * us, and every client that gets it.
 */
export const JSON_DEPTH = 100

const QUOTE = 34
const BACKSLASH = 92

/** Looks at each character once, before anything is built of them. What is no JSON may be answered either way. */
export function isDeeperThan(text: string, levels: number): boolean {
  // Each level takes a bracket of its own: most texts are too short to be too deep.
  if (text.length <= levels) return false
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    // Brackets inside a text are only text.
    if (code === QUOTE) at = endOfText(text, at)
    else if (code === 91 || code === 123) {
      depth += 1
      if (depth > levels) return true
    } else if (code === 93 || code === 125) depth -= 1
  }
  return false
}

/** The place of the quote that ends what begins with the one at `start`. */
function endOfText(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at += 1
    else if (code === QUOTE) return at
  }
  return text.length
}
