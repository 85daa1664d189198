import type { Chat } from '../chat/chat.ts'
import type { Telephony } from '../telephony/telephony.ts'

/** Both products, for what concerns both. */
export interface Workspace extends Chat {
  readonly telephony: Telephony
}
