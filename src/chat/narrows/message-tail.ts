import type { Condition } from './condition.ts'
import type { Found, Search } from './search-store.ts'

/** Grows to twice as many before it is cut again. */
export const TAIL_LENGTH = 2000

export interface TailMessage extends Found {
  isPrivate: boolean
  topicKey: string
  senderId: number
}

/** The newest messages of one organization, ascending: all of them above `#start`. */
export class MessageTail {
  #messages: TailMessage[] = []
  #start = Number.POSITIVE_INFINITY
  #newest = 0

  /** The highest id that has been heard of. */
  get newest(): number {
    return this.#newest
  }

  get isFilled(): boolean {
    return this.#start !== Number.POSITIVE_INFINITY
  }

  /** `rows` are the newest, descending; fewer than a whole tail are all there are. */
  fill(rows: readonly TailMessage[], newest: number): void {
    const known = new Set(this.#messages.map((message) => message.id))
    const older = rows.filter((row) => !known.has(row.id)).reverse()
    this.#messages = [...older, ...this.#messages].sort((one, other) => one.id - other.id)
    this.#start = rows.length < TAIL_LENGTH ? 0 : rows.at(-1)!.id - 1
    this.#newest = Math.max(this.#newest, newest)
  }

  add(message: TailMessage): void {
    this.#messages.push(message)
    this.#newest = Math.max(this.#newest, message.id)
    if (!this.isFilled || this.#messages.length < TAIL_LENGTH * 2) return
    this.#messages.splice(0, this.#messages.length - TAIL_LENGTH)
    this.#start = this.#messages[0]!.id - 1
  }

  /** undefined: what is looked for may lie before the tail, or cannot be told from it. */
  search({ conditions, after, before, direction, limit }: Search): Found[] | undefined {
    if (!this.isFilled || !conditions.every(canTell)) return undefined
    const fits = (message: TailMessage) => conditions.every((condition) => fulfils(condition, message))
    const found: Found[] = []
    if (direction === 'ascending') {
      const from = after ?? 0
      if (from < this.#start) return undefined
      for (
        let index = this.#indexAfter(from);
        index < this.#messages.length && found.length < limit;
        index += 1
      ) {
        const message = this.#messages[index]!
        if (before !== undefined && message.id >= before) break
        if (fits(message)) found.push(message)
      }
      return found
    }
    for (let index = this.#indexAfter((before ?? Number.POSITIVE_INFINITY) - 1) - 1; index >= 0; index -= 1) {
      if (found.length === limit) return found
      const message = this.#messages[index]!
      if (after !== undefined && message.id <= after) return found
      if (fits(message)) found.push(message)
    }
    return found.length === limit || this.#start === 0 ? found : undefined
  }

  /** Index of the first message with a higher id. */
  #indexAfter(id: number): number {
    let low = 0
    let high = this.#messages.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if (this.#messages[middle]!.id <= id) low = middle + 1
      else high = middle
    }
    return low
  }
}

const kindsToTell = new Set(['recipient', 'recipients', 'topic', 'sender', 'message', 'private'])
const canTell = (condition: Condition) => kindsToTell.has(condition.kind)

function fulfils(condition: Condition, message: TailMessage): boolean {
  return matches(condition, message) !== condition.negated
}

function matches(condition: Condition, message: TailMessage): boolean {
  switch (condition.kind) {
    case 'recipient':
      return message.recipientId === condition.id
    case 'recipients':
      return condition.ids.includes(message.recipientId)
    case 'topic':
      return !message.isPrivate && message.topicKey === condition.key
    case 'sender':
      return message.senderId === condition.id
    case 'message':
      return message.id === condition.id
    default:
      return message.isPrivate
  }
}
