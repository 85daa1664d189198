import { missingInPayload, wrongInPayload } from './webhook-errors.ts'

/**
 * The payload of an external service. Reading a missing value, or one of the wrong type, throws an error that names
 * the path. Optional values may be absent, null, or (for texts) blank; the wrong type is still an error.
 */
export class Payload {
  readonly value: unknown
  readonly #path: string

  constructor(value: unknown, path = '') {
    this.value = value
    this.#path = path
  }

  has(path: string): boolean {
    return this.#find(path) !== undefined
  }

  text(path: string): string {
    const found = this.#find(path)
    if (typeof found !== 'string') throw this.#complaint(path, found, 'a string')
    return found
  }

  optionalText(path: string): string | undefined {
    if (!this.has(path)) return undefined
    const text = this.text(path)
    return text.trim() === '' ? undefined : text
  }

  /** Also accepts numbers: services change the type of their ids. */
  label(path: string): string {
    const found = this.#find(path)
    if (typeof found === 'string' || isNumber(found)) return String(found)
    throw this.#complaint(path, found, 'a string or a number')
  }

  optionalLabel(path: string): string | undefined {
    return this.has(path) ? this.label(path) : undefined
  }

  number(path: string): number {
    const found = this.#find(path)
    if (!isNumber(found)) throw this.#complaint(path, found, 'a number')
    return found
  }

  optionalNumber(path: string): number | undefined {
    return this.has(path) ? this.number(path) : undefined
  }

  /** false if absent. */
  flag(path: string): boolean {
    const found = this.#find(path) ?? false
    if (typeof found !== 'boolean') throw this.#complaint(path, found, 'a boolean')
    return found
  }

  object(path: string): Payload {
    const found = this.#find(path)
    if (!isObject(found)) throw this.#complaint(path, found, 'an object')
    return new Payload(found, this.#full(path))
  }

  optionalObject(path: string): Payload | undefined {
    return this.has(path) ? this.object(path) : undefined
  }

  /** The start of a list: nobody reads a message of a thousand lines. */
  list(path: string): Payload[] {
    const found = this.#items(path)
    return found.slice(0, LIST_LIMIT).map((item, index) => new Payload(item, `${this.#full(path)}[${index}]`))
  }

  /** The length of a list. */
  size(path: string): number {
    return this.#items(path).length
  }

  optionalList(path: string): Payload[] {
    return this.has(path) ? this.list(path) : []
  }

  /** Empty if absent. */
  texts(path: string): string[] {
    return this.optionalList(path).map((item) => {
      if (typeof item.value !== 'string') throw wrongInPayload(item.#path, 'a string')
      return item.value
    })
  }

  /** A dictionary of texts and numbers, such as labels; leaves out other types. */
  labels(path: string): Map<string, string> {
    const fields = Object.entries(this.optionalObject(path)?.value ?? {})
    return new Map(
      fields.flatMap(([name, value]) =>
        typeof value === 'string' || isNumber(value) ? [[name, String(value)]] : [],
      ),
    )
  }

  #items(path: string): unknown[] {
    const found = this.#find(path)
    if (!Array.isArray(found)) throw this.#complaint(path, found, 'a list')
    return found
  }

  /** Undefined if absent or null. */
  #find(path: string): unknown {
    let value = this.value
    let walked = this.#path
    for (const key of path.split('.')) {
      if (!isObject(value)) throw wrongInPayload(walked, 'an object')
      walked = walked === '' ? key : `${walked}.${key}`
      value = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined
      if (value === undefined || value === null) return undefined
    }
    return value
  }

  #full(path: string): string {
    return this.#path === '' ? path : `${this.#path}.${path}`
  }

  #complaint(path: string, found: unknown, kind: string) {
    return found === undefined ? missingInPayload(this.#full(path)) : wrongInPayload(this.#full(path), kind)
  }
}

const LIST_LIMIT = 100

// JSON can contain 1e999, which parses as infinity.
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
