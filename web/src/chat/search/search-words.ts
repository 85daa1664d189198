/** A part of the search text, separated by spaces outside quotes. */
interface SearchWord {
  text: string
  start: number
  end: number
}

/** `topic:"two words" more` has two pieces. A quote that is not closed goes to the end. */
export function splitSearch(text: string): SearchWord[] {
  const words: SearchWord[] = []
  for (const match of straight(text).matchAll(/(?:"(?:\\.|[^"\\])*(?:"|$)|[^\s"])+/g)) {
    words.push({ text: match[0], start: match.index, end: match.index + match[0].length })
  }
  return words
}

/** Phones and word processors write curly quotes. */
function straight(text: string): string {
  return text.replace(/[\u201c\u201d\u201e\u201f]/g, '"')
}

/** With quotes around it where it would fall apart without them. */
export function quoted(text: string): string {
  if (text !== '' && !/[\s"\\]/.test(text)) return text
  return `"${text.replace(/["\\]/g, '\\$&')}"`
}

export function unquoted(text: string): string {
  const within = /^"((?:\\.|[^"\\])*)"?$/.exec(text)?.[1]
  return within === undefined ? text : within.replace(/\\(["\\])/g, '$1')
}
