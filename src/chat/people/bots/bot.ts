import type { User } from '../../identity/users/user.ts'

export const OUTGOING_WEBHOOK_BOT = 3

/** What applies to a bot where its program does not say. Kept among the settings of its account. */
export interface BotDefaults {
  default_sending_stream_id: number | null
  /** its queues hear of this stream only */
  default_events_register_stream_id: number | null
  default_all_public_streams: boolean
}

const noDefaults: BotDefaults = {
  default_sending_stream_id: null,
  default_events_register_stream_id: null,
  default_all_public_streams: false,
}

export function botDefaultsOf({ settings }: Pick<User, 'settings'>): BotDefaults {
  // Nearly every bot has none.
  if (settings === '{}') return noDefaults
  const stored = JSON.parse(settings) as Partial<BotDefaults>
  return {
    default_sending_stream_id: stored.default_sending_stream_id ?? null,
    default_events_register_stream_id: stored.default_events_register_stream_id ?? null,
    default_all_public_streams: stored.default_all_public_streams ?? false,
  }
}

/** The text of its settings with these defaults among them. */
export function settingsWith(settings: string, defaults: Partial<BotDefaults>): string {
  return JSON.stringify({ ...JSON.parse(settings), ...defaults })
}
