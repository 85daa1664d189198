/** How a language writes its values. */
export interface Notation {
  text(value: string): string
  key(name: string): string
  words: { true: string; false: string; null: string }
}

/** A value as code, over several lines if it is long. `indent`: that of the line in which it begins. */
export function literal(value: unknown, notation: Notation, step: string, indent = ''): string {
  if (value === null || typeof value === 'boolean') return notation.words[`${value as boolean | null}`]
  if (typeof value === 'string') return notation.text(value)
  if (typeof value !== 'object') return String(value)
  const inner = indent + step
  const isList = Array.isArray(value)
  const parts = isList
    ? value.map((item) => literal(item, notation, step, inner))
    : Object.entries(value).map(
        ([name, item]) => `${notation.key(name)}: ${literal(item, notation, step, inner)}`,
      )
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  if (parts.length === 0) return open + close
  const space = isList || notation.words.null === 'None' ? '' : ' '
  const short = `${open}${space}${parts.join(', ')}${space}${close}`
  if (short.length <= 60 && !short.includes('\n')) return short
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`
}

/** Both languages escape texts as JSON does, and prefer single quotes. */
export function quoted(value: string): string {
  const inner = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${inner}'`
}
