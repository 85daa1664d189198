import { ScimError } from './scim-error.ts'
import { type Json, valuesAt } from './scim-json.ts'

const MAX_LENGTH = 2000
const MAX_DEPTH = 20

const operators = ['eq', 'ne', 'co', 'sw', 'ew', 'gt', 'ge', 'lt', 'le'] as const
type Operator = (typeof operators)[number]

/** A filter of RFC 7644, section 3.4.2.2. */
export type Filter =
  | { kind: 'and' | 'or'; filters: readonly Filter[] }
  | { kind: 'not'; filter: Filter }
  | { kind: 'present'; path: readonly string[] }
  | { kind: 'compare'; path: readonly string[]; operator: Operator; value: Json }
  | { kind: 'some'; path: readonly string[]; filter: Filter }

type Token = { text: string; value?: Json }

const invalid = (detail: string) => new ScimError(400, detail, 'invalidFilter')

/** In linear time: each character is read once, and nothing is tried twice. */
export function parseFilter(text: string): Filter {
  if (text.length > MAX_LENGTH) throw invalid(`The filter is too long (limit: ${MAX_LENGTH} characters)`)
  const tokens = tokenize(text)
  let at = 0
  const is = (word: string) => tokens[at]?.value === undefined && tokens[at]?.text.toLowerCase() === word
  const take = (word: string) => {
    if (!is(word)) throw invalid(`The filter needs ${word} at its word ${at + 1}`)
    at += 1
  }

  function list(kind: 'and' | 'or', next: (depth: number) => Filter, depth: number): Filter {
    if (depth > MAX_DEPTH) throw invalid(`The filter is nested too deep (limit: ${MAX_DEPTH})`)
    const filters = [next(depth)]
    while (is(kind)) {
      at += 1
      filters.push(next(depth))
    }
    return filters.length === 1 ? filters[0]! : { kind, filters }
  }
  const any = (depth: number): Filter => list('or', all, depth)
  const all = (depth: number): Filter => list('and', one, depth)

  function one(depth: number): Filter {
    if (is('not')) {
      at += 1
      return { kind: 'not', filter: group(depth) }
    }
    return is('(') ? group(depth) : attribute(depth)
  }
  function group(depth: number): Filter {
    take('(')
    const filter = any(depth + 1)
    take(')')
    return filter
  }
  function attribute(depth: number): Filter {
    const token = tokens[at]
    if (!token || token.value !== undefined || !/^[a-z]/i.test(token.text)) {
      throw invalid(`The filter needs the name of an attribute at its word ${at + 1}`)
    }
    at += 1
    const path = attributePath(token.text)
    if (is('[')) {
      at += 1
      const filter = any(depth + 1)
      take(']')
      const rest = tokens[at]
      if (rest?.value !== undefined || !rest?.text.startsWith('.')) return { kind: 'some', path, filter }
      // `emails[type eq "work"].value eq "..."`, as Entra ID asks.
      at += 1
      const filters = [filter, comparison(rest.text.slice(1).split('.'))]
      return { kind: 'some', path, filter: { kind: 'and', filters } }
    }
    if (is('pr')) {
      at += 1
      return { kind: 'present', path }
    }
    return comparison(path)
  }
  function comparison(path: readonly string[]): Filter {
    const operator = operators.find(is)
    if (!operator) throw invalid(`${tokens[at]?.text ?? 'The end of the filter'} is no operator`)
    const value = tokens[at + 1]?.value
    if (value === undefined) throw invalid(`The filter needs a value after ${operator}`)
    at += 2
    return { kind: 'compare', path, operator, value }
  }

  const filter = any(0)
  if (at < tokens.length) throw invalid(`The filter has too much from its word ${at + 1} on`)
  return filter
}

/** `urn:...:User:name.familyName` -> ['name', 'familyName']. Extensions stay one name: no resource has them. */
export function attributePath(text: string): readonly string[] {
  const core = /^urn:ietf:params:scim:schemas:core:2\.0:(?:User|Group):(.*)$/i.exec(text)
  if (core) return core[1]!.split('.')
  return text.toLowerCase().startsWith('urn:') ? [text] : text.split('.')
}

function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < text.length; ) {
    const char = text[at]!
    if (char === ' ') at += 1
    else if ('()[]'.includes(char)) {
      tokens.push({ text: char })
      at += 1
    } else {
      const end = char === '"' ? endOfString(text, at) : endOfWord(text, at)
      const word = text.slice(at, end)
      tokens.push(tokenOf(word))
      at = end
    }
  }
  return tokens
}

function tokenOf(word: string): Token {
  if (word.startsWith('"') || /^-?\d+(?:\.\d+)?$/.test(word)) return { text: word, value: parseJson(word) }
  const literal = ['true', 'false', 'null'].find((one) => one === word.toLowerCase())
  return literal === undefined ? { text: word } : { text: word, value: parseJson(literal) }
}

function parseJson(word: string): Json {
  try {
    return JSON.parse(word)
  } catch {
    throw invalid(`${word.slice(0, 50)} is no value`)
  }
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1
    else if (text[at] === '"') return at + 1
  }
  throw invalid('A text in the filter has no end')
}

function endOfWord(text: string, start: number): number {
  let at = start
  while (at < text.length && !' ()[]"'.includes(text[at]!)) at += 1
  return at
}

/** Whether a resource, or an item of a list in it, is what the filter looks for. */
export function matches(filter: Filter, resource: Json): boolean {
  switch (filter.kind) {
    case 'and':
      return filter.filters.every((one) => matches(one, resource))
    case 'or':
      return filter.filters.some((one) => matches(one, resource))
    case 'not':
      return !matches(filter.filter, resource)
    case 'present':
      return valuesAt(resource, filter.path).some(isPresent)
    case 'some':
      return valuesAt(resource, filter.path).some((item) => matches(filter.filter, item))
    case 'compare': {
      const values = valuesAt(resource, filter.path).map((value) => simpleValue(value))
      const isExact = ['id', 'externalid', 'value'].includes(filter.path.at(-1)!.toLowerCase())
      if (filter.operator === 'ne')
        return !values.some((value) => compare('eq', value, filter.value, isExact))
      if (values.length === 0 && filter.operator === 'eq') return filter.value === null
      return values.some((value) => compare(filter.operator, value, filter.value, isExact))
    }
  }
}

const isPresent = (value: Json) =>
  value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

/** `emails eq "x"` means the value of the email. */
const simpleValue = (value: Json): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value.value ?? null) : value

function compare(operator: Operator, given: Json, wanted: Json, isExact: boolean): boolean {
  if (typeof given === 'string' && typeof wanted === 'string') {
    const [one, other] = isExact ? [given, wanted] : [given.toLowerCase(), wanted.toLowerCase()]
    switch (operator) {
      case 'co':
        return one.includes(other)
      case 'sw':
        return one.startsWith(other)
      case 'ew':
        return one.endsWith(other)
      default:
        return isOrdered(operator, one < other ? -1 : Number(one > other))
    }
  }
  if (typeof given === 'number' && typeof wanted === 'number') {
    return isOrdered(operator, given < wanted ? -1 : Number(given > wanted))
  }
  // Some clients write booleans as text.
  return operator === 'eq' && String(given).toLowerCase() === String(wanted).toLowerCase()
}

function isOrdered(operator: Operator, order: number): boolean {
  switch (operator) {
    case 'eq':
      return order === 0
    case 'gt':
      return order > 0
    case 'ge':
      return order >= 0
    case 'lt':
      return order < 0
    case 'le':
      return order <= 0
    default:
      return false
  }
}
