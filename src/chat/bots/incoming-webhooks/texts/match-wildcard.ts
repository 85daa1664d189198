/** Whether the text matches a pattern in which `*` matches anything. Safe for hostile patterns. */
export function matchesWildcard(text: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  const last = rest.pop()
  if (last === undefined) return text === pattern
  if (!text.startsWith(first) || !text.endsWith(last)) return false
  let from = first.length
  for (const part of rest) {
    const at = text.indexOf(part, from)
    if (at < 0) return false
    from = at + part.length
  }
  return from + last.length <= text.length
}

export const matchesAny = (text: string, patterns: readonly string[]) =>
  patterns.some((pattern) => matchesWildcard(text, pattern))
