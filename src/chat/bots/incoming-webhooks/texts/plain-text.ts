/** The start of a text, cut between characters. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text
  const characters = [...text.slice(0, limit * 2)]
  return characters.length <= limit && text.length <= limit * 2
    ? text
    : `${characters.slice(0, limit).join('').trimEnd()}…`
}

export const oneLine = (text: string, limit = 300) =>
  clip(
    text
      .slice(0, limit * 4)
      .replace(/\s+/g, ' ')
      .trim(),
    limit,
  )

/** Untrusted text within our sentence: on one line, without formatting, links, mentions or quotes. */
export function plain(text: string, limit = 300): string {
  return oneLine(text, limit)
    .replace(marks, '\\$&')
    .replace(blockStart, '\\$&')
    .replace(numberedStart, '$1\\')
}

/** The same for a text of several lines. */
export const plainLines = (text: string, limit: number) =>
  clip(
    text
      .slice(0, limit)
      .split(/\r\n|[\r\n\u2028\u2029]/)
      .map((line) => plain(line, limit))
      .join('\n')
      .trim(),
    limit,
  )

// Keeps underscores within words, which have no meaning there, and colons, which can only make an emoji.
const marks =
  /[*`[\]<]|\\(?=[!-/:-@[-`{-~]|$)|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|~(?=~)|(?<=~)~|\$(?=\$)|(?<=\$)\$|&(?=#?\w{1,40};)/gu
const blockStart = /^(?:#{1,6}(?=\s|$)|>|[+-](?=\s|$)|-{3,})/
const numberedStart = /^(\d{1,9})(?=[.)](?:\s|$))/
