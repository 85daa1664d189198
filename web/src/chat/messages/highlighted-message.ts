import { createStore } from '../state/store.ts'

const HIGHLIGHTED_MS = 2500

/** The message that a link led to, for a moment. */
export const highlightedMessage = createStore<number | undefined>(undefined)

let timer: ReturnType<typeof setTimeout> | undefined

export function highlightMessage(id: number): void {
  clearTimeout(timer)
  highlightedMessage.set(id)
  timer = setTimeout(() => highlightedMessage.set(undefined), HIGHLIGHTED_MS)
}
