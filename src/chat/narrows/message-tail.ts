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
  /** the same by stream or conversation, which is what most searches ask for */
  readonly #byRecipient = new Map<number, TailMessage[]>()
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
    this.#sortByRecipient()
    this.#start = rows.length < TAIL_LENGTH ? 0 : rows.at(-1)!.id - 1
    this.#newest = Math.max(this.#newest, newest)
  }

  /** It may be there already: what is committed can be read a moment before its event is heard of. */
  add(message: TailMessage): void {
    if (message.id <= (this.#messages.at(-1)?.id ?? 0)) return
    this.#messages.push(message)
    this.#addToRecipient(message)
    this.#newest = Math.max(this.#newest, message.id)
    if (!this.isFilled || this.#messages.length < TAIL_LENGTH * 2) return
    this.#messages.splice(0, this.#messages.length - TAIL_LENGTH)
    this.#sortByRecipient()
    this.#start = this.#messages[0]!.id - 1
  }

  /** undefined: what is looked for may lie before the tail, or cannot be told from it. */
  search({ conditions, after, before, direction, limit }: Search): Found[] | undefined {
    if (!this.isFilled || !conditions.every(canTell)) return undefined
    const messages = this.#among(conditions)
    const fits = (message: TailMessage) => conditions.every((condition) => fulfils(condition, message))
    const found: Found[] = []
    if (direction === 'ascending') {
      const from = after ?? 0
      if (from < this.#start) return undefined
      for (
        let index = indexAfter(messages, from);
        index < messages.length && found.length < limit;
        index += 1
      ) {
        const message = messages[index]!
        if (before !== undefined && message.id >= before) break
        if (fits(message)) found.push(message)
      }
      return found
    }
    for (
      let index = indexAfter(messages, (before ?? Number.POSITIVE_INFINITY) - 1) - 1;
      index >= 0;
      index -= 1
    ) {
      if (found.length === limit) return found
      const message = messages[index]!
      if (after !== undefined && message.id <= after) return found
      if (fits(message)) found.push(message)
    }
    // There may be more before the tail, unless nobody wants it.
    const isWhole = this.#start === 0 || (after !== undefined && after >= this.#start)
    return found.length === limit || isWhole ? found : undefined
  }

  /** Those among which everything is that fulfils the conditions. */
  #among(conditions: readonly Condition[]): readonly TailMessage[] {
    for (const condition of conditions) {
      if (condition.kind === 'recipient' && !condition.negated)
        return this.#byRecipient.get(condition.id) ?? []
    }
    return this.#messages
  }

  #sortByRecipient(): void {
    this.#byRecipient.clear()
    for (const message of this.#messages) this.#addToRecipient(message)
  }

  #addToRecipient(message: TailMessage): void {
    const known = this.#byRecipient.get(message.recipientId)
    if (known) known.push(message)
    else this.#byRecipient.set(message.recipientId, [message])
  }
}

/** Index of the first message with a higher id. */
function indexAfter(messages: readonly TailMessage[], id: number): number {
  let low = 0
  let high = messages.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (messages[middle]!.id <= id) low = middle + 1
    else high = middle
  }
  return low
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
