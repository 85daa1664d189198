import { markAsReadEvent } from '../texting/mark-as-read-event.ts'
import type { ClientEvent } from './client-event.ts'

/** Everything that a client may send besides `authenticate`. */
export const clientEvents: readonly ClientEvent[] = [markAsReadEvent]
