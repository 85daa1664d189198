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
  /** what is said about it; undefined: nothing */
  readonly envelope?: MessageEnvelope
}

/** When a message came, by the clock of its owner, and from whom. */
export interface MessageEnvelope {
  /** the month and day: `1118` */
  readonly date: number
  readonly day: 'today' | 'yesterday' | undefined
  /** the hour and minute: `1405` */
  readonly time: number
  /** empty: not known */
  readonly from: string
}

/** What is said: an announcement, with the number that belongs into it, and digits after it. */
export interface Phrase {
  readonly say: AnnouncementName
  /** Of dates, the month and day (`1118`); of times, the hour and minute (`1405`). */
  readonly number?: number
  /** `+12025550142`, said one by one */
  readonly digits?: string
}

/** Words in a language, or a tone where there are none. */
export interface Announcement extends Phrase {
  /** `de`; undefined: only a tone */
  readonly language: string | undefined
  /** what is said after it */
  readonly next?: readonly Phrase[]
}

/** What callers hear. `ready`: a tone, they may press a key; `recorded`: what they have just recorded. */
export type CallSound = PromptReference | MessageReference | Announcement | 'ready' | 'recorded'
