/**
 * Removes these characters from the end in one pass. A regular expression such as `-+$` starts over at each of many
 * hyphens, which takes minutes for a long text.
 */
export function trimEnd(text: string, characters: string): string {
  let end = text.length
  while (end > 0 && characters.includes(text[end - 1]!)) end -= 1
  return text.slice(0, end)
}

/** Removes these characters from the start and the end. */
export function trimBoth(text: string, characters: string): string {
  let start = 0
  while (start < text.length && characters.includes(text[start]!)) start += 1
  return trimEnd(text.slice(start), characters)
}
