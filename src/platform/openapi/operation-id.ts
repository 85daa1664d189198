/** "Get a message's edit history" becomes getMessageEditHistory. */
export function operationId(summary: string): string {
  const words =
    summary
      .toLowerCase()
      .replaceAll("'s", '')
      .match(/[a-z0-9]+/g) ?? []
  const [first = '', ...rest] = words.filter((word) => !['a', 'an', 'the'].includes(word))
  return first + rest.map((word) => word[0]!.toUpperCase() + word.slice(1)).join('')
}
