import type { AnnouncementName } from './announcement-names.ts'

/** A sound in our storage: see prompts/. */
export interface PromptReference {
  readonly companyId: number
  readonly promptId: string
}

/** A message of a mailbox. */
export interface MessageReference {
  readonly companyId: number
  readonly messageId: string
}

/** The place of a caller in line; 1 is the next. */
export interface PositionSound {
  readonly position: number
}

/** A number, digit by digit. */
export interface DigitsSound {
  readonly digits: string
  readonly language: string
}

/** Words in a language, or a tone where there are none. */
export interface Announcement {
  readonly say: AnnouncementName
  /** `de`; undefined: only a tone */
  readonly language: string | undefined
}

/**
 * What callers hear. `ready`: they may press a key; `choose`: they may choose a key; `over`: there is nothing more;
 * `recorded`: what they have just recorded.
 */
export type CallSound =
  | PromptReference
  | MessageReference
  | Announcement
  | PositionSound
  | DigitsSound
  | 'ready'
  | 'choose'
  | 'over'
  | 'recorded'
