import { ImportRefused } from '../import-refused.ts'

/** A record of an export of unknown quality. Reading something that is not there names the file and the record. */
export class ForeignRecord {
  /** file and number, for messages */
  readonly place: string
  readonly #fields: Record<string, unknown>

  constructor(place: string, value: unknown) {
    this.place = place
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new ImportRefused(`${place} is not an object.`)
    this.#fields = value as Record<string, unknown>
  }

  has(name: string): boolean {
    return this.#fields[name] !== undefined && this.#fields[name] !== null
  }

  /** Without null characters and halves of characters, which a database cannot store. */
  text(name: string): string {
    const value = this.#fields[name]
    if (typeof value !== 'string') throw this.#wrong(name, 'a text')
    return value.replace(unstorable, '')
  }

  /** The empty text if it is missing. */
  optionalText(name: string): string {
    return this.has(name) ? this.text(name) : ''
  }

  number(name: string): number {
    const value = this.#fields[name]
    if (typeof value !== 'number' || !Number.isFinite(value)) throw this.#wrong(name, 'a number')
    return value
  }

  /** Positive and below 2^31, as ids of databases are. */
  id(name: string): number {
    const value = this.#fields[name]
    if (!Number.isInteger(value) || (value as number) < 1 || (value as number) >= 2 ** 31)
      throw this.#wrong(name, 'an id')
    return value as number
  }

  /** Seconds since the epoch, from a number or a text; 0 if it is missing. */
  time(name: string): number {
    const value = Number(this.#fields[name] ?? 0)
    if (!Number.isFinite(value) || value < 0 || value > 2 ** 40) throw this.#wrong(name, 'a time')
    return Math.floor(value)
  }

  flag(name: string): boolean {
    return this.#fields[name] === true
  }

  /** The empty list if it is missing. */
  texts(name: string): string[] {
    return this.#list(name).filter((item) => typeof item === 'string')
  }

  records(name: string): ForeignRecord[] {
    return this.#list(name).map(
      (item, index) => new ForeignRecord(`${this.place}, ${name} ${index + 1}`, item),
    )
  }

  /** An empty record if it is missing. */
  record(name: string, place = `${this.place}, ${name}`): ForeignRecord {
    return new ForeignRecord(place, this.has(name) ? this.#fields[name] : {})
  }

  /** Its fields, except for one. */
  without(name: string): unknown {
    const { [name]: _, ...others } = this.#fields
    return others
  }

  #list(name: string): unknown[] {
    const value = this.#fields[name] ?? []
    if (!Array.isArray(value)) throw this.#wrong(name, 'a list')
    return value
  }

  #wrong(name: string, kind: string): ImportRefused {
    return new ImportRefused(`${this.place}: ${name} is not ${kind}.`)
  }
}

const unstorable = /\0|\p{Surrogate}/gu
