import { createStore } from '../state/store.ts'

export interface OpenMessageDialog {
  kind: 'delete' | 'history' | 'receipts' | 'reminder'
  messageId: number
}

/** The dialog about a message that is open: one at a time, wherever it was asked for. */
export const messageDialog = createStore<OpenMessageDialog | undefined>(undefined)
