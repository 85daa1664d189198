import { badRequest } from '../../chat-error.ts'
import { emojisetChoices, notificationSounds, type UserSettings } from '../../identity/users/user-settings.ts'

/** A week, as in clients of this family. */
const MAX_BATCHING_SECONDS = 604_800

/** Refuses values that clients cannot handle. */
export function checkSettings(changes: Partial<UserSettings>): void {
  const { default_language: language, emojiset, notification_sound: sound } = changes
  if (language !== undefined && !isLanguage(language)) throw badRequest(`Invalid language '${language}'`)
  if (emojiset !== undefined && !emojisetChoices.some(({ key }) => key === emojiset)) {
    throw badRequest(`Invalid emojiset '${emojiset}'`)
  }
  if (sound !== undefined && ![...notificationSounds, 'none'].includes(sound)) {
    throw badRequest(`Invalid notification sound '${sound}'`)
  }
  const { email_notifications_batching_period_seconds: seconds } = changes
  if (seconds !== undefined && (seconds <= 0 || seconds > MAX_BATCHING_SECONDS))
    throw badRequest(`Invalid email batching period: ${seconds} seconds`)
  for (const name of ['demote_inactive_streams', 'desktop_icon_count_display'] as const) {
    const value = changes[name]
    if (value !== undefined && ![1, 2, 3].includes(value)) throw badRequest(`Invalid ${name}`)
  }
}

/** A name of the time zone database; empty: unknown. */
export function checkTimezone(timezone: string): void {
  if (timezone !== '' && !isTimezone(timezone)) throw badRequest(`Invalid timezone '${timezone}'`)
}

/** In English, as clients show it in a list. */
export const languageName = (code: string): string =>
  new Intl.DisplayNames(['en'], { type: 'language' }).of(code) ?? code

function isLanguage(code: string): boolean {
  try {
    return code.length <= 35 && languageName(code) !== ''
  } catch {
    return false
  }
}

function isTimezone(name: string): boolean {
  try {
    return /^[A-Za-z][\w+/-]{1,50}$/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
