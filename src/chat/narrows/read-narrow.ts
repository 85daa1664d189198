/** One condition of a narrow, as the client wrote it. */
export interface NarrowTerm {
  operator: string
  operand: string | number | readonly (string | number)[]
  negated: boolean
}

/** More would only slow the search down. */
const TERMS_LIMIT = 20

/** A list of objects or of pairs. undefined: something else. */
export function readNarrow(text: string): NarrowTerm[] | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!Array.isArray(value) || value.length > TERMS_LIMIT) return undefined
  const terms = value.map(readTerm)
  return terms.includes(undefined) ? undefined : (terms as NarrowTerm[])
}

function readTerm(item: unknown): NarrowTerm | undefined {
  if (Array.isArray(item)) {
    const [operator, operand] = item
    if (item.length !== 2 || typeof operator !== 'string' || !isText(operand)) return undefined
    return { operator, operand, negated: false }
  }
  if (typeof item !== 'object' || item === null) return undefined
  const { operator, operand, negated = false } = item as Record<string, unknown>
  if (typeof operator !== 'string' || typeof negated !== 'boolean' || !isOperand(operand)) return undefined
  return { operator, operand, negated }
}

function isOperand(value: unknown): value is NarrowTerm['operand'] {
  return isName(value) || (Array.isArray(value) && value.every(isName))
}

const isName = (value: unknown) => isText(value) || Number.isSafeInteger(value)

/** Escaped in JSON, a null byte gets this far; no database could look for it. */
const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0')
