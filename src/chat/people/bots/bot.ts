import type { User } from '../../identity/users/user.ts'

export const GENERIC_BOT = 1
export const OUTGOING_WEBHOOK_BOT = 3

/** Defaults for a bot whose program does not specify them. Stored in the settings of its account. */
export interface BotDefaults {
  default_sending_stream_id: number | null
  /** its queues receive events of this stream only */
  default_events_register_stream_id: number | null
  default_all_public_streams: boolean
}

const noDefaults: BotDefaults = {
  default_sending_stream_id: null,
  default_events_register_stream_id: null,
  default_all_public_streams: false,
}

export function botDefaultsOf({ settings }: Pick<User, 'settings'>): BotDefaults {
  // The usual case.
  if (settings === '{}') return noDefaults
  const stored = JSON.parse(settings) as Partial<BotDefaults>
  return {
    default_sending_stream_id: stored.default_sending_stream_id ?? null,
    default_events_register_stream_id: stored.default_events_register_stream_id ?? null,
    default_all_public_streams: stored.default_all_public_streams ?? false,
  }
}

/** Merges the defaults into the JSON of its settings. */
export function settingsWith(settings: string, defaults: Partial<BotDefaults>): string {
  return JSON.stringify({ ...JSON.parse(settings), ...defaults })
}
