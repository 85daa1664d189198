import { createStore } from './store.ts'

/** The message that the keyboard acts on, the one that is being edited, and the last one on the screen. */
export const selectedMessage = createStore<number | undefined>(undefined)
export const editedMessage = createStore<number | undefined>(undefined)
export const newestVisible = createStore<number | undefined>(undefined)
