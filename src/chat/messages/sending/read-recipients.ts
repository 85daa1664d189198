/** Streams or people as a client names them: either all by name or email address, or all by id. */
export type NamedRecipients = string[] | number[]

/**
 * `to` is JSON (a list, a string, or one id), or a list of names separated by commas. Returns undefined for anything
 * else.
 */
export function readRecipients(text: string): NamedRecipients | undefined {
  const value = parseJson(text)
  if (typeof value === 'number' && Number.isSafeInteger(value)) return [value]
  if (typeof value === 'string') return splitNames(value)
  if (value === undefined) return splitNames(text)
  if (!Array.isArray(value)) return undefined
  if (value.every((item) => typeof item === 'string'))
    return unique(value.map((item) => item.trim()).filter(Boolean))
  if (value.every((item) => Number.isSafeInteger(item))) return unique(value as number[])
  return undefined
}

function splitNames(text: string): string[] {
  const names = text.split(',').map((name) => name.trim())
  return names.length === 1 && names[0] !== '' ? names : unique(names.filter(Boolean))
}

function unique<T>(items: T[]): T[] {
  return [...new Set(items)]
}

function parseJson(text: string): unknown {
  // It is usually a plain name, and an exception would cost more than everything else here.
  if (!/^\s*[[{"\-\d]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
