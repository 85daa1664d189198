import { badNarrow } from '../../chat-error.ts'
import { NARROW_OPERAND_CHARACTERS, NARROW_OPERAND_ITEMS, NARROW_TERMS } from '../../chat-limits.ts'
import { parseJson } from '../../http/parse-json.ts'
import { readTopic } from '../../streams/topic-name.ts'

/** One term of a narrow, as the client wrote it. */
export interface NarrowTerm {
  operator: string
  operand: string | number | readonly (string | number)[]
  negated: boolean
}

/** Reads a list of objects or of pairs. Returns undefined for anything else. */
export function readNarrow(text: string, level: number): NarrowTerm[] | undefined {
  const value = parseJson(text, 'Argument "narrow"')
  if (!Array.isArray(value)) return undefined
  if (value.length > NARROW_TERMS) throw badNarrow(`too many terms (limit: ${NARROW_TERMS})`)
  const terms = value.map((item) => readTerm(item, level))
  if (terms.includes(undefined)) return undefined
  for (const term of terms as NarrowTerm[]) checkSize(term)
  return terms as NarrowTerm[]
}

function readTerm(item: unknown, level: number): NarrowTerm | undefined {
  if (Array.isArray(item)) {
    const [operator, operand] = item
    if (item.length !== 2 || typeof operator !== 'string' || !isText(operand)) return undefined
    return { operator, operand: readOperand(operator, operand, level), negated: false }
  }
  if (typeof item !== 'object' || item === null) return undefined
  const { operator, operand, negated = false } = item as Record<string, unknown>
  if (typeof operator !== 'string' || typeof negated !== 'boolean' || !isOperand(operand)) return undefined
  return { operator, operand: readOperand(operator, operand, level), negated }
}

const readOperand = (operator: string, operand: NarrowTerm['operand'], level: number) =>
  (operator === 'topic' || operator === 'subject') && operand === '' ? readTopic(operand, level) : operand

const listsPeople = new Set(['pm-with', 'dm'])

function checkSize({ operator, operand }: NarrowTerm): void {
  const people = Array.isArray(operand)
    ? operand
    : listsPeople.has(operator)
      ? String(operand).split(',')
      : []
  const characters = operator.length + String(operand).length
  if (characters > NARROW_OPERAND_CHARACTERS) {
    throw badNarrow(`operand is too long (limit: ${NARROW_OPERAND_CHARACTERS} characters)`)
  }
  if (people.length > NARROW_OPERAND_ITEMS) {
    throw badNarrow(`too many names in operand (limit: ${NARROW_OPERAND_ITEMS})`)
  }
}

function isOperand(value: unknown): value is NarrowTerm['operand'] {
  return isName(value) || (Array.isArray(value) && value.every(isName))
}

const isName = (value: unknown) => isText(value) || Number.isSafeInteger(value)

/** An escaped null byte in JSON gets this far, but no database accepts it. */
const isText = (value: unknown): value is string => typeof value === 'string' && !value.includes('\0')
