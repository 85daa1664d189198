import type { Logger } from '../../../../../platform/logging/log.ts'
import type { AnnouncementName } from '../../flow/announcement-names.ts'
import type { Announcement } from '../../flow/call-sound.ts'
import type { Ari } from '../ari/ari.ts'

/** The sounds of Asterisk's own collections that say the same, if they do. All of an announcement must be there. */
const collected: Readonly<Partial<Record<AnnouncementName, readonly string[]>>> = {
  leave_message: ['vm-intro'],
  not_recorded: ['vm-mailboxfull'],
  pin: ['agent-pass'],
  wrong_pin: ['auth-incorrect'],
  no_more_messages: ['vm-nomore'],
  unknown_number: ['ss-noservice'],
  unavailable: ['vm-nobodyavail'],
  closed: ['vm-nobodyavail', 'please-try-call-later'],
  not_permitted: ['feature-not-avail-line'],
  no_last_caller: ['unidentified-no-callback'],
  forwarding_on: ['call-fwd-unconditional', 'activated'],
  forwarding_off: ['call-fwd-unconditional', 'de-activated'],
  do_not_disturb_on: ['do-not-disturb', 'activated'],
  do_not_disturb_off: ['do-not-disturb', 'de-activated'],
  caller_blocked: ['num-was-successfully', 'added'],
  speak_now: ['vm-rec-unv'],
  recording_kept: ['vm-msgsaved'],
  directory: ['dir-welcome', 'dir-pls-enter', 'dir-firstlast', 'dir-usingkeypad'],
  directory_nobody: ['dir-nomatch', 'dir-pls-enter', 'dir-firstlast'],
  directory_choose: ['dir-instr'],
  directory_no_more: ['dir-nomore', 'dir-pls-enter', 'dir-firstlast'],
  recorded: ['this-call-may-be-monitored-or-recorded'],
}

interface AriSound {
  readonly id: string
  readonly formats: readonly { readonly language: string }[]
}

/** What Asterisk plays for an announcement. */
export interface AnnouncementMedia {
  readonly media: readonly string[]
  /** of Asterisk's own sounds */
  readonly lang?: string
}

export interface AnnouncementSoundsUse {
  readonly ari: Ari
  readonly log: Logger
  /** where Asterisk fetches what the speech program has spoken; undefined: it has not */
  spokenUrl(announcement: Announcement): Promise<string | undefined>
}

/** Announcements in words: from Asterisk's own sounds, else from the speech program. */
export function createAnnouncementSounds({ ari, log, spokenUrl }: AnnouncementSoundsUse) {
  /** `de vm-intro` */
  let installed: ReadonlySet<string> = new Set()

  return {
    /** A connection has begun: other sounds may be installed than before. */
    async begin(): Promise<void> {
      try {
        const sounds = await ari.call<AriSound[]>('GET', 'sounds')
        const wanted = new Set(Object.values(collected).flat())
        installed = new Set(
          sounds
            .filter(({ id }) => wanted.has(id))
            .flatMap(({ id, formats }) => formats.map(({ language }) => `${language} ${id}`)),
        )
      } catch (error) {
        log.warn({ err: error }, 'Asterisk does not list its sounds; callers hear no words from them')
      }
    },
    /** undefined: there are no words in this language */
    async find(announcement: Announcement): Promise<AnnouncementMedia | undefined> {
      const { say, language } = announcement
      if (language === undefined) return undefined
      const own = collected[say] ?? []
      if (own.length > 0 && own.every((id) => installed.has(`${language} ${id}`))) {
        return { media: own.map((id) => `sound:${id}`), lang: language }
      }
      const url = await spokenUrl(announcement)
      return url === undefined ? undefined : { media: [`sound:${url}`] }
    },
  }
}

export type AnnouncementSounds = ReturnType<typeof createAnnouncementSounds>
