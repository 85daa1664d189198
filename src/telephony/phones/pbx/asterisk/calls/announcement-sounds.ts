import type { Logger } from '../../../../../platform/logging/log.ts'
import type { AnnouncementName } from '../../flow/announcement-names.ts'
import type { Announcement, Phrase } from '../../flow/call-sound.ts'
import type { Ari } from '../ari/ari.ts'

/**
 * The sounds of Asterisk's own collections that say the same, if they do. All of an announcement must be there. `#` is
 * the number, `#month` and `#day` those of a date, `#time` a time; nothing (`[]`) is said of what can be left out.
 */
const collected: Readonly<Partial<Record<AnnouncementName, readonly string[]>>> = {
  leave_message: ['vm-intro'],
  not_recorded: ['vm-mailboxfull'],
  pin: ['agent-pass'],
  wrong_pin: ['auth-incorrect'],
  message_number: ['vm-message', '#'],
  message_count: [],
  received_today: ['vm-received', 'digits/today'],
  received_yesterday: ['vm-received', 'digits/yesterday'],
  received_on: ['vm-received', '#month', '#day'],
  received_at: ['digits/at', '#time'],
  from_number: ['vm-from-phonenumber'],
  from_unknown: ['vm-unknown-caller'],
  message_saved: ['vm-msgsaved'],
  message_deleted: ['vm-deleted'],
  no_more_messages: ['vm-nomore'],
  goodbye: ['vm-goodbye'],
  unknown_number: ['ss-noservice'],
  unavailable: ['vm-nobodyavail'],
  closed: ['vm-nobodyavail', 'please-try-call-later'],
  not_permitted: ['feature-not-avail-line'],
  no_last_caller: ['unidentified-no-callback'],
  forwarding_on: ['call-fwd-unconditional', 'activated'],
  forwarding_off: ['call-fwd-unconditional', 'de-activated'],
  forwarding_busy_on: ['call-fwd-on-busy', 'activated'],
  forwarding_busy_off: ['call-fwd-on-busy', 'de-activated'],
  forwarding_no_answer_on: ['call-fwd-no-ans', 'activated'],
  forwarding_no_answer_off: ['call-fwd-no-ans', 'de-activated'],
  do_not_disturb_on: ['do-not-disturb', 'activated'],
  do_not_disturb_off: ['do-not-disturb', 'de-activated'],
  caller_blocked: ['num-was-successfully', 'added'],
  signed_in: ['agent-loginok'],
  signed_out: ['agent-loggedoff'],
  speak_now: ['vm-rec-unv'],
  recording_kept: ['vm-msgsaved'],
  directory: ['dir-welcome', 'dir-pls-enter', 'dir-firstlast', 'dir-usingkeypad'],
  directory_nobody: ['dir-nomatch', 'dir-pls-enter', 'dir-firstlast'],
  directory_choose: ['dir-instr'],
  directory_no_more: ['dir-nomore', 'dir-pls-enter', 'dir-firstlast'],
  recorded: ['this-call-may-be-monitored-or-recorded'],
  extension: ['vm-extension'],
  queue_position: ['queue-thereare', '#', 'queue-callswaiting'],
  call_from: ['followme/call-from'],
  call_from_unknown: ['followme/no-recording'],
  accept_call: ['vm-press', 'digits/1'],
  conference_pin: ['conf-getpin'],
  conference_alone: ['conf-onlyperson'],
  conference_waiting: ['conf-waitforleader'],
  parked_at: ['vm-extension'],
  slot_empty: ['pbx-invalidpark'],
  parking_failed: ['pbx-parkingfailed'],
}

/** In other languages, the words for "new" and "messages" would have to agree with the number. */
const collectedInEnglish: typeof collected = {
  no_new_messages: ['vm-youhave', 'vm-no', 'vm-INBOX', 'vm-messages'],
  one_new_message: ['vm-youhave', 'digits/1', 'vm-INBOX', 'vm-message'],
  new_messages: ['vm-youhave', '#', 'vm-INBOX', 'vm-messages'],
}

/** Where these are, Asterisk can say numbers and digits. */
const NUMBERS = ['digits/0', 'digits/1', 'digits/20']

interface AriSound {
  readonly id: string
  readonly formats: readonly { readonly language: string }[]
}

/** What Asterisk plays for an announcement. */
export interface AnnouncementMedia {
  readonly media: readonly string[]
  /** of Asterisk's own sounds */
  readonly lang: string
}

export interface AnnouncementSoundsUse {
  readonly ari: Pick<Ari, 'call'>
  readonly log: Logger
  /** where Asterisk fetches what the speech program has said; undefined: it cannot say it */
  spokenUrl(language: string, phrase: Phrase): Promise<string | undefined>
}

/** Announcements in words: from Asterisk's own sounds, else from the speech program. */
export function createAnnouncementSounds({ ari, log, spokenUrl }: AnnouncementSoundsUse) {
  /** `de vm-intro` */
  let installed: ReadonlySet<string> = new Set()

  const hasAll = (language: string, ids: readonly string[]) =>
    ids.every((id) => installed.has(`${language} ${id}`))

  /** undefined: Asterisk does not say this in the language */
  function ownMedia(language: string, { say, number }: Phrase): readonly string[] | undefined {
    const ids = (language === 'en' ? collectedInEnglish[say] : undefined) ?? collected[say]
    if (!ids || !hasAll(language, ids.some(isHole) ? NUMBERS : [])) return undefined
    // Without any sounds of the language, there is nothing that could be left out.
    if (!hasAll(language, ids.length === 0 ? NUMBERS : ids.filter((id) => !isHole(id)))) return undefined
    if (number === undefined && ids.some(isHole)) return undefined
    return ids.flatMap((id) => (isHole(id) ? fillHole(id, number!) : [`sound:${id}`]))
  }

  async function mediaOf(language: string, phrase: Phrase): Promise<readonly string[] | undefined> {
    const own = ownMedia(language, phrase)
    if (own) return own
    const url = await spokenUrl(language, phrase)
    return url === undefined ? undefined : [`sound:${url}`]
  }

  async function digitMedia(language: string, digits: string): Promise<readonly string[] | undefined> {
    const all: string[] = []
    for (const digit of digits) {
      const own = digit !== '+' && hasAll(language, [`digits/${digit}`])
      const phrase =
        digit === '+' ? ({ say: 'plus' } as const) : { say: 'digit' as const, number: Number(digit) }
      const media = own ? [`sound:digits/${digit}`] : await mediaOf(language, phrase)
      // A number is as clear without its plus.
      if (!media && digit !== '+') return undefined
      all.push(...(media ?? []))
    }
    return all
  }

  return {
    /** A connection has begun: other sounds may be installed than before. */
    async begin(): Promise<void> {
      try {
        const sounds = await ari.call<AriSound[]>('GET', 'sounds')
        installed = new Set(
          sounds.flatMap(({ id, formats }) =>
            wanted.has(id) ? formats.map(({ language }) => `${language} ${id}`) : [],
          ),
        )
      } catch (error) {
        log.warn({ err: error }, 'Asterisk does not list its sounds; callers hear no words from them')
      }
    },
    /** Leaves out phrases for which there are no words in the language. undefined: there are none at all */
    async find(announcement: Announcement): Promise<AnnouncementMedia | undefined> {
      const { language, next = [] } = announcement
      if (language === undefined) return undefined
      const media: string[] = []
      for (const phrase of [announcement, ...next]) {
        const words = await mediaOf(language, phrase)
        const digits = words && (await digitMedia(language, phrase.digits ?? ''))
        if (digits) media.push(...words, ...digits)
      }
      return media.length === 0 ? undefined : { media, lang: language }
    },
  }
}

export type AnnouncementSounds = ReturnType<typeof createAnnouncementSounds>

const isHole = (id: string) => id.startsWith('#')

const wanted = new Set([
  ...[collected, collectedInEnglish].flatMap((all) => Object.values(all).flat()),
  ...NUMBERS,
  ...Array.from({ length: 10 }, (_, digit) => `digits/${digit}`),
])

function fillHole(hole: string, number: number): string[] {
  const [first, last] = [Math.floor(number / 100), number % 100]
  if (hole === '#month') return [`sound:digits/mon-${first - 1}`]
  if (hole === '#day') return [`number:${last}`]
  if (hole === '#time') return [`number:${first}`, last < 10 ? `digits:0${last}` : `number:${last}`]
  return [`number:${number}`]
}
