import { createStore } from '../state/store.ts'

/** The dialog about a message that is open: one at a time, wherever it was asked for. */
export const messageDialog = createStore<
  { kind: 'delete' | 'history' | 'receipts' | 'reminder'; messageId: number } | undefined
>(undefined)
