import type { User } from '../identity/users/user.ts'
import { settingsOf } from '../identity/users/user-settings.ts'

/** What people share about their writing and reading. On by default. */
export type PrivacySetting =
  | 'send_read_receipts'
  | 'send_private_typing_notifications'
  | 'send_stream_typing_notifications'
  | 'enable_drafts_synchronization'

export const isTurnedOff = (user: User, setting: PrivacySetting) => !settingsOf(user)[setting]
