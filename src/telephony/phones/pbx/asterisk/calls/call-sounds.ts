import { setTimeout as pause } from 'node:timers/promises'
import type { AnnouncementName } from '../../flow/announcement-names.ts'
import type { Announcement, CallSound, PromptReference } from '../../flow/call-sound.ts'
import type { Ari } from '../ari/ari.ts'
import type { AnnouncementSounds } from './announcement-sounds.ts'
import { KEY_TONES } from './leg-questions.ts'
import type { MessageSounds } from './message-sounds.ts'
import type { Playbacks } from './playbacks.ts'
import { recordedPrompt } from './recordings.ts'

/** Asterisk plays a tone until it is stopped. */
const tones = {
  ready: { media: 'tone:1000', milliseconds: 500 },
  choose: { media: KEY_TONES, milliseconds: 750 },
  over: { media: 'tone:400', milliseconds: 1000 },
  congestion: { media: 'tone:480+620/250,0/250', milliseconds: 3000 },
}

/** Instead of words, where there are none. */
const tonesFor: Partial<Record<AnnouncementName, keyof typeof tones>> = {
  greeting_keys: 'choose',
  not_recorded: 'congestion',
  pin: 'ready',
  wrong_pin: 'ready',
  no_new_messages: 'over',
  message_menu: 'ready',
  no_more_messages: 'over',
  goodbye: 'over',
  extension: 'ready',
  not_permitted: 'congestion',
  forwarding_on: 'ready',
  forwarding_off: 'over',
  forwarding_busy_on: 'ready',
  forwarding_busy_off: 'over',
  forwarding_no_answer_on: 'ready',
  forwarding_no_answer_off: 'over',
  do_not_disturb_on: 'ready',
  do_not_disturb_off: 'over',
  follow_me_on: 'ready',
  follow_me_off: 'over',
  night_mode_on: 'ready',
  night_mode_off: 'over',
  caller_blocked: 'ready',
  signed_in: 'ready',
  signed_out: 'over',
  keep_recording: 'choose',
  recording_kept: 'ready',
  directory: 'ready',
  directory_nobody: 'over',
  directory_choose: 'choose',
  directory_no_more: 'over',
  queue_position: 'ready',
  queue_callback: 'ready',
  conference_pin: 'ready',
  parked_at: 'ready',
}

/** Larger numbers are put together from several sounds. */
const MAX_SAID = 20

/** The sounds of a bare number, in English if Asterisk has no others. undefined: a tone says more */
function bareDigits({ say, number, digits, language }: Announcement) {
  const inLanguage = language === undefined ? {} : { lang: language }
  const sounds = (names: readonly string[]) => ({
    media: names.map((name) => `sound:digits/${name}`),
    ...inLanguage,
  })
  if (digits !== undefined) return sounds([...digits])
  return say === 'queue_position' && number! <= MAX_SAID ? sounds([String(number)]) : undefined
}

const toneFor = ({ say, next = [] }: Announcement) =>
  [...next.map((phrase) => phrase.say), say].map((name) => tonesFor[name]).find((tone) => tone !== undefined)

/** One may begin before the other has ended. A process that takes over knows both names. */
const namesOf = (channel: string) => [`menu-0-${channel}`, `menu-1-${channel}`] as const

type Turn = 0 | 1

const other = (turn: Turn): Turn => (turn === 0 ? 1 : 0)

/** What callers hear in menus, greetings and mailboxes. */
export function createCallSounds(
  ari: Ari,
  playbacks: Playbacks,
  promptUrl: (prompt: PromptReference) => string,
  messages: MessageSounds,
  announcements: AnnouncementSounds,
) {
  const current = new Map<string, { turn: Turn; id: string | undefined }>()

  async function playTone(channel: string, id: string, tone: keyof typeof tones): Promise<boolean> {
    const { media, milliseconds } = tones[tone]
    // In the body: commas of a parameter would separate sounds.
    await ari.call('POST', `channels/${channel}/play/${id}`, {}, { media: [media] })
    await pause(milliseconds)
    await playbacks.stop(id)
    return true
  }

  async function playAnnouncement(channel: string, id: string, announcement: Announcement): Promise<boolean> {
    const words = await announcements.find(announcement)
    // Stopped while they were looked up.
    if (current.get(channel)?.id !== id) return false
    if (words && (await playbacks.playAll(channel, words, id))) return true
    const digits = bareDigits(announcement)
    if (digits && current.get(channel)?.id === id) {
      if (await playbacks.playAll(channel, digits, id).catch(() => false)) return true
    }
    const latest = current.get(channel)
    if (latest?.id !== id) return false
    const tone = toneFor(announcement)
    if (tone !== undefined) return playTone(channel, id, tone)
    // The name was not used, so it is the next one again: Asterisk may not yet be done with the other.
    current.set(channel, { turn: other(latest.turn), id })
    return false
  }

  async function playAs(channel: string, id: string, sound: CallSound): Promise<boolean> {
    if (sound === 'recorded') return playbacks.play(channel, `recording:${recordedPrompt(channel)}`, id)
    if (typeof sound === 'string') return playTone(channel, id, sound)
    if ('say' in sound) return playAnnouncement(channel, id, sound)
    if ('promptId' in sound) return playbacks.play(channel, `sound:${promptUrl(sound)}`, id)
    return messages.withFetched(sound, async (recording) => {
      // Stopped while it was being fetched.
      if (current.get(channel)?.id !== id) return false
      return playbacks.play(channel, `recording:${recording}`, id)
    })
  }

  return {
    /**
     * Resolves when it is over, and tells whether it was heard; undefined if it was stopped. `isEarly`: a call that is
     * not answered stays so.
     */
    async play(channel: string, sound: CallSound, isEarly = false): Promise<boolean | undefined> {
      const turn = other(current.get(channel)?.turn ?? 1)
      const id = namesOf(channel)[turn]
      current.set(channel, { turn, id })
      if (!isEarly) await ari.call('POST', `channels/${channel}/answer`)
      const wasPlayed = await playAs(channel, id, sound)
      return current.get(channel)?.id === id ? wasPlayed : undefined
    },
    async stop(channel: string): Promise<void> {
      const playing = current.get(channel)
      if (playing?.id === undefined) return
      current.set(channel, { turn: playing.turn, id: undefined })
      await playbacks.stop(playing.id)
    },
    forget(channel: string): void {
      current.delete(channel)
    },
  }
}

/** Stops what another process has begun. */
export async function stopCallSounds(ari: Ari, channel: string): Promise<void> {
  for (const id of namesOf(channel)) await ari.call('DELETE', `playbacks/${id}`).catch(() => {})
}
