/**
 * Deeper than any legitimate value. Unlimited nesting overflows the stack of everyone who walks through it: ours, and
 * every client's.
 */
export const JSON_DEPTH = 100

/** More than any list of the APIs needs. Half a million empty lists fit into 1 MB, and take 100 ms to build. */
export const JSON_VALUES = 100_000

const QUOTE = 34
const BACKSLASH = 92

/** Scans each character once, before anything is parsed. For invalid JSON, either result is fine. */
export function isDeeperThan(text: string, levels: number): boolean {
  // Each level takes a bracket: most texts are too short to be too deep.
  if (text.length <= levels) return false
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    // Brackets inside a string do not count.
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === 91 || code === 123) {
      depth += 1
      if (depth > levels) return true
    } else if (code === 93 || code === 125) depth -= 1
  }
  return false
}

/** Each value takes a character and a comma or bracket: most texts are too short to have too many. */
export const hasTooManyValues = (text: string) =>
  text.length > JSON_VALUES && countJson(text).values > JSON_VALUES

/** The same for the fields of an object. Texts that are no object have none. */
export const hasTooManyFields = (text: string, limit: number) =>
  text.length > limit && /^\s*\{/.test(text) && countJson(text).items > limit

/** Without parsing it, of a list or an object: its items, the values in all of them, and the most in one of them. */
export function countJson(text: string): { items: number; values: number; maxValues: number } {
  let depth = 0
  let items = 0
  let all = 0
  let values = 0
  let maxValues = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === 91 || code === 123) {
      depth += 1
      if (depth === 1) items += 1
      values += 1
      all += 1
    } else if (code === 93 || code === 125) depth -= 1
    else if (code === 44) {
      all += 1
      if (depth === 1) items += 1
      values = depth === 1 ? 0 : values + 1
    }
    if (values > maxValues) maxValues = values
  }
  return { items, values: all, maxValues }
}

/** The position of the quote that ends the string starting at `start`. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at += 1
    else if (code === QUOTE) return at
  }
  return text.length
}
