/** People in one room, as both protocols have them. */
export interface Crowd {
  /** Sends message `number` as sender `index`; `stored` is called when the server has acknowledged it. */
  send(index: number, number: number, stored: () => void): void
  /** called for every message that somebody received */
  onDelivery: (number: number) => void
  /** One page of 100 messages. `depth`: 0 the newest, up to 1 the oldest. */
  fetch(index: number, depth: number): Promise<void>
  close(): void
}

export interface CrowdPlan {
  port: number
  /** of our API; empty for XMPP */
  authorizations: readonly string[]
  senders: number
  receivers: number
  /** messages that a sender may have in flight */
  window: number
}

const MARK = 'tag'
const DIGITS = 9

/** What every message says; its number can be found again in any text around it. */
export const bodyOf = (number: number) =>
  `${MARK}${String(number).padStart(DIGITS, '0')} The quick brown fox jumps over the lazy dog, and nobody minds.`

/** Finds the numbers in texts that come in pieces. */
export function createScanner(found: (number: number) => void): (text: string) => void {
  let rest = ''
  return (piece) => {
    const text = rest + piece
    let end = 0
    for (;;) {
      const at = text.indexOf(MARK, end)
      if (at < 0 || at + MARK.length + DIGITS > text.length) break
      end = at + MARK.length + DIGITS
      const number = Number(text.slice(at + MARK.length, end))
      if (!Number.isNaN(number)) found(number)
    }
    // A chunk may end in the middle of a mark.
    rest = text.slice(Math.max(end, text.length - MARK.length - DIGITS + 1))
  }
}
