import { STREAM_DESCRIPTION_LIMIT, STREAM_NAME_LIMIT } from '../../../streams/stream.ts'
import type { LeftOut } from './left-out.ts'

/** Names and addresses of another system, changed where our rules need it. Each kind is unique, whatever the case. */
export class ForeignNames {
  readonly #leftOut: LeftOut
  readonly #emails = new Set<string>()
  readonly #streams = new Set<string>()

  constructor(leftOut: LeftOut) {
    this.#leftOut = leftOut
  }

  /** `fallback`: unique, for people without a valid address */
  email(email: string, fallback: string): string {
    const trimmed = email.trim()
    const isValid = /^[^\s@:"<>]{1,64}@[^\s@:"<>]{1,190}$/.test(trimmed)
    const isFree = !this.#emails.has(trimmed.toLowerCase())
    if (isValid && isFree) {
      this.#emails.add(trimmed.toLowerCase())
      return trimmed
    }
    const reason = isValid ? 'Addresses that somebody else has, too' : 'People without a valid email address'
    this.#leftOut.add(`${reason} (they get one that receives no mail)`, `${fallback} instead of '${trimmed}'`)
    this.#emails.add(fallback.toLowerCase())
    return fallback
  }

  /** Mentions need names without some characters. */
  person(name: string, fallback: string): string {
    const clean = name
      .replace(/[*`\\>"@|]|\p{Cc}/gu, ' ')
      .replace(/ {2,}/g, ' ')
      .trim()
    return [...clean].slice(0, 100).join('').trim() || fallback
  }

  stream(name: string, fallback: string): string {
    const clean =
      [...name.replace(/\p{Cc}/gu, ' ').trim()].slice(0, STREAM_NAME_LIMIT).join('').trim() || fallback
    let chosen = clean
    for (let number = 2; this.#streams.has(chosen.toLowerCase()); number += 1) {
      const ending = ` (${number})`
      chosen = `${[...clean].slice(0, STREAM_NAME_LIMIT - ending.length).join('')}${ending}`
    }
    if (chosen !== name)
      this.#leftOut.add('Streams with a name that is taken or too long', `'${name}' is now '${chosen}'`)
    this.#streams.add(chosen.toLowerCase())
    return chosen
  }

  description(text: string): string {
    return [...text.replace(/\s+/g, ' ').trim()].slice(0, STREAM_DESCRIPTION_LIMIT).join('')
  }
}
