/** Letters as people compare them: without case and accents. */
export function folded(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Whether each word of the query begins a word of the text. Both folded. */
export function matchesWords(text: string, query: string): boolean {
  const words = text.split(/[\s\-_.>]+/)
  return (
    text.startsWith(query) ||
    query.split(/\s+/).every((part) => part === '' || words.some((word) => word.startsWith(part)))
  )
}
