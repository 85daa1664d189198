import { createStore } from './store.ts'

/** The message that the keyboard acts on, and the one that is being edited. */
export const selectedMessage = createStore<number | undefined>(undefined)
export const editedMessage = createStore<number | undefined>(undefined)
