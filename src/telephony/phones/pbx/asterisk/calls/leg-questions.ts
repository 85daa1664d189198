import type { Announcement } from '../../flow/call-sound.ts'
import type { Ari } from '../ari/ari.ts'
import type { AriChannel } from '../ari/ari-channel.ts'
import type { AriEvent } from '../ari/ari-events.ts'
import type { AnnouncementSounds } from './announcement-sounds.ts'

/** Three short tones, a pause, and again (`frequency/milliseconds`). Asterisk plays them until they are stopped. */
export const KEY_TONES = 'tone:800/150,0/150,800/150,0/150,800/150,0/1800'

/** Between two times that the question is asked in words. */
const PAUSE_MS = 1500

const nameOf = (leg: string) => `question-${leg}`

interface Question {
  readonly media: readonly string[]
  readonly lang?: string
  timer?: NodeJS.Timeout
}

const tones: Question = { media: [KEY_TONES] }

/** Asks the person at a called phone to press a key, again and again. */
export function createLegQuestions(ari: Ari, announcements: AnnouncementSounds) {
  /** undefined: its words are looked up */
  const asked = new Map<string, Question | undefined>()

  // In the body: commas of a parameter would separate sounds.
  const play = (leg: string, { media, lang }: Question) =>
    ari.call('POST', `channels/${leg}/play/${nameOf(leg)}`, { ...(lang && { lang }) }, { media })

  function forget(leg: string): boolean {
    clearTimeout(asked.get(leg)?.timer)
    return asked.delete(leg)
  }

  return {
    async ask(leg: string, words: Announcement): Promise<void> {
      asked.set(leg, undefined)
      const question = (await announcements.find(words).catch(() => undefined)) ?? tones
      // The phone may have ended in the meantime.
      if (!asked.has(leg)) return
      asked.set(leg, question)
      await play(leg, question)
    },
    async stop(leg: string): Promise<void> {
      if (forget(leg)) await ari.call('DELETE', `playbacks/${nameOf(leg)}`).catch(() => {})
    },
    onEvent({ type, channel, playback }: AriEvent): void {
      if (type === 'ChannelDestroyed') forget((channel as AriChannel).id)
      if (type !== 'PlaybackFinished') return
      const { id, state } = playback as { id: string; state: string }
      const leg = id.replace('question-', '')
      const question = id === nameOf(leg) ? asked.get(leg) : undefined
      if (!question || question === tones) return
      // The address of a prompt may not work, for example.
      const next = state === 'failed' ? tones : question
      asked.set(leg, next)
      const repeat = () => void play(leg, next).catch(() => {})
      if (next === tones) repeat()
      else question.timer = setTimeout(repeat, PAUSE_MS)
    },
    stopAll(): void {
      for (const leg of [...asked.keys()]) forget(leg)
    },
  }
}

export type LegQuestions = ReturnType<typeof createLegQuestions>
