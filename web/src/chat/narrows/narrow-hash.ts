import { type Narrow, narrowOf, type Term, termsOf } from '../state/narrow.ts'

interface NarrowPlace {
  narrow: Narrow
  /** the message to show */
  near: number | undefined
}

export interface HashNames {
  /** of a stream, for readable links */
  streamName(id: number): string | undefined
  /** of a stream by its name, for links of older clients */
  streamId(name: string): number | undefined
  me: number
}

/** `#narrow/stream/5-general/topic/lunch/near/12`. */
export function narrowHash(narrow: Narrow, names: HashNames, near?: number): string {
  const terms = termsOf(narrow)
  if (near !== undefined) terms.push({ operator: 'near', operand: near })
  if (terms.length === 0) return '#all'
  const parts = terms.flatMap(({ operator, operand, negated }) => [
    `${negated ? '-' : ''}${operator}`,
    operandText(operator, operand, names),
  ])
  return `#narrow/${parts.join('/')}`
}

function operandText(operator: string, operand: Term['operand'], names: HashNames): string {
  if (operator === 'stream' && typeof operand === 'number') {
    const name = names.streamName(operand)?.replaceAll(' ', '-')
    return name === undefined ? String(operand) : `${operand}-${encodeHashPart(name)}`
  }
  return encodeHashPart(Array.isArray(operand) ? operand.join(',') : String(operand))
}

/** undefined: not a link to messages. */
export function readNarrowHash(hash: string, names: HashNames): NarrowPlace | undefined {
  const text = hash.replace(/^#/, '')
  if (text === 'all') return { narrow: { kind: 'all' }, near: undefined }
  const [head, ...parts] = text.split('/')
  if (head !== 'narrow') return undefined
  const terms: Term[] = []
  for (let index = 0; index + 1 < parts.length; index += 2) {
    terms.push(readTerm(parts[index]!, decodeHashPart(parts[index + 1]!), names))
  }
  const near = terms.find(({ operator }) => operator === 'near' || operator === 'with')
  const rest = terms.filter((term) => term !== near)
  const id = Number(near?.operand)
  return { narrow: narrowOf(rest, names.me), near: Number.isInteger(id) && id > 0 ? id : undefined }
}

/** Newer links say channel and dm where older ones say stream and pm-with. */
const newNames: Record<string, string> = { channel: 'stream', 'pm-with': 'dm', subject: 'topic' }

function readTerm(given: string, operand: string, names: HashNames): Term {
  const negated = given.startsWith('-')
  const name = negated ? given.slice(1) : given
  const operator = newNames[name] ?? name
  return { operator, operand: readOperand(operator, operand, names), ...(negated && { negated }) }
}

function readOperand(operator: string, text: string, names: HashNames): Term['operand'] {
  if (operator === 'stream') {
    const id = Number(/^(\d+)(-|$)/.exec(text)?.[1])
    return Number.isInteger(id) ? id : (names.streamId(text) ?? text)
  }
  // `8,9-group` and `8-Ada-Lovelace` carry a name for people to read.
  if (operator === 'dm' && /^\d+(,\d+)*(-|$)/.test(text)) return text.split('-', 1)[0]!.split(',').map(Number)
  if (operator === 'near' || operator === 'with' || operator === 'id') return Number(text)
  return text
}

/** The fragments of links, as all clients of this family write them: dots instead of percent signs. */
export function encodeHashPart(text: string): string {
  return encodeURIComponent(text)
    .replace(/[.!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.')
}

function decodeHashPart(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('.', '%'))
  } catch {
    // A link that was typed by hand may contain a dot.
    return text
  }
}
