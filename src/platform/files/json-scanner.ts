export interface JsonItem {
  /** the name of the list that contains it; '' if the file is a list */
  list: string
  /** counts from 1 within its list */
  number: number
  value: unknown
}

/** Where and why a file is not the JSON that was expected. */
export class JsonRefused extends Error {}

const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN, CLOSE, COLON, COMMA] = [
  ...Buffer.from('"\\[]{}:,'),
] as [number, number, number, number, number, number, number, number]
const MAX_ITEM_LENGTH = 16 * 2 ** 20

/** Finds the items of lists in pieces of JSON text, by counting brackets outside of strings. */
export class JsonScanner {
  readonly #isWanted: (list: string) => boolean
  #rest: Buffer = Buffer.alloc(0)
  #scanned = 0
  /** brackets that are open */
  #depth = 0
  #inString = false
  /** where the current item or key starts in `rest`; -1: between two */
  #start = -1
  /** how deep the items are: 1 in a list, 2 in an object of lists; 0: not known yet */
  #level = 0
  #list = ''
  #number = 0
  #isList = false
  isComplete = false

  constructor(isWanted: (list: string) => boolean) {
    this.#isWanted = isWanted
  }

  scan(chunk: Buffer): JsonItem[] {
    const text = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk])
    const items: JsonItem[] = []
    let at = this.#scanned
    for (; at < text.length; at += 1) {
      const byte = text[at]!
      if (this.#inString) {
        const end = endOfString(text, at)
        if (end < 0) break
        at = end
        this.#inString = false
        if (this.#level === 2 && this.#depth === 1) this.#readKey(text.subarray(this.#start, at + 1))
      } else if (
        byte > COMMA &&
        byte !== OPEN &&
        byte !== CLOSE &&
        byte !== OPEN_LIST &&
        byte !== CLOSE_LIST &&
        byte !== COLON
      ) {
        if (this.#start < 0) this.#start = at
      } else this.#readSign(text, at, byte, items)
    }
    const kept = this.#start < 0 ? at : this.#start
    if (text.length - kept > MAX_ITEM_LENGTH)
      throw new JsonRefused(`an item is longer than ${MAX_ITEM_LENGTH} bytes`)
    this.#rest = text.subarray(kept)
    this.#scanned = at - kept
    if (this.#start >= 0) this.#start = 0
    return items
  }

  #readSign(text: Buffer, at: number, byte: number, items: JsonItem[]): void {
    if (byte === QUOTE) {
      this.#inString = true
      if (this.#start < 0) this.#start = at
    } else if (byte === OPEN || byte === OPEN_LIST) this.#open(at, byte)
    else if (byte === CLOSE || byte === CLOSE_LIST) this.#close(text, at, items)
    else if (byte === COMMA && this.#depth === this.#level) this.#endItem(text, at, items)
    else if (byte === COMMA && this.#depth < this.#level) this.#start = -1
  }

  #open(at: number, byte: number): void {
    if (this.#depth === 0) {
      if (this.isComplete) throw new JsonRefused('there is something after its end')
      this.#level = byte === OPEN_LIST ? 1 : 2
      this.#isList = true
      this.#start = -1
    } else if (this.#level === 2 && this.#depth === 1) {
      this.#isList = byte === OPEN_LIST
      this.#start = -1
    } else if (this.#start < 0) this.#start = at
    this.#depth += 1
  }

  #close(text: Buffer, at: number, items: JsonItem[]): void {
    if (this.#depth === this.#level) this.#endItem(text, at, items)
    this.#depth -= 1
    if (this.#depth < this.#level) this.#start = -1
    if (this.#depth < 0) throw new JsonRefused('a bracket is closed that was not opened')
    if (this.#depth === 0) this.isComplete = true
  }

  #endItem(text: Buffer, at: number, items: JsonItem[]): void {
    if (this.#start >= 0 && this.#isList) {
      this.#number += 1
      if (this.#isWanted(this.#list)) {
        items.push({
          list: this.#list,
          number: this.#number,
          value: this.#parse(text.toString('utf8', this.#start, at)),
        })
      }
    }
    this.#start = -1
  }

  #readKey(text: Buffer): void {
    this.#list = String(this.#parse(text.toString('utf8')))
    this.#number = 0
    this.#start = -1
  }

  #parse(text: string): unknown {
    try {
      return JSON.parse(text)
    } catch {
      throw new JsonRefused(`item ${this.#number}${this.#list && ` of ${this.#list}`} is not JSON`)
    }
  }
}

/** The closing quote at or after a position; -1: it is not here yet. */
function endOfString(text: Buffer, from: number): number {
  for (let at = text.indexOf(QUOTE, from); at >= 0; at = text.indexOf(QUOTE, at + 1)) {
    let slashes = 0
    while (at - slashes > 0 && text[at - slashes - 1] === BACKSLASH) slashes += 1
    if (slashes % 2 === 0) return at
  }
  return -1
}
