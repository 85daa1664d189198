/** Words and "quoted phrases" of a search, lower case. */
export function splitWords(query: string): string[] {
  const words: string[] = []
  for (const match of query.toLowerCase().matchAll(/"([^"]+)"|(\S+)/g)) {
    const word = (match[1] ?? match[2])!.replaceAll('"', '').trim()
    if (word !== '') words.push(word)
  }
  return [...new Set(words)]
}
