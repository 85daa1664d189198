/** Leaves room for other words within the length limit of messages. */
const QUOTED_BYTES = 8_000

/** The fence is longer than any fence in the text, so the text cannot end the quote. Longer texts are cut. */
export function quoteText(content: string, most = QUOTED_BYTES): string {
  const ticks = content.match(/`{3,}/g) ?? []
  const fence = '`'.repeat(Math.max(3, ...ticks.map((run) => run.length + 1)))
  return `${fence}quote\n${shorten(content, most)}\n${fence}`
}

function shorten(content: string, most: number): string {
  if (Buffer.byteLength(content) <= most) return content
  // The cut may have split a character.
  return `${Buffer.from(content)
    .subarray(0, most)
    .toString('utf8')
    .replace(/\ufffd$/, '')}…`
}
