import { setTimeout as pause } from 'node:timers/promises'
import type { CallSound, PromptReference } from '../../flow/call-plan.ts'
import type { Ari } from '../ari/ari.ts'
import { KEY_TONES } from './leg-questions.ts'
import type { MessageSounds } from './message-sounds.ts'
import type { Playbacks } from './playbacks.ts'

/** Asterisk plays a tone until it is stopped. */
const tones = {
  ready: { media: 'tone:1000', milliseconds: 500 },
  choose: { media: KEY_TONES, milliseconds: 750 },
  over: { media: 'tone:400', milliseconds: 1000 },
}

/** One may begin before the other has ended. A process that takes over knows both names. */
const namesOf = (channel: string) => [`menu-0-${channel}`, `menu-1-${channel}`] as const

/** What callers hear in menus, greetings and mailboxes. */
export function createCallSounds(
  ari: Ari,
  playbacks: Playbacks,
  promptUrl: (prompt: PromptReference) => string,
  messages: MessageSounds,
) {
  const current = new Map<string, { turn: 0 | 1; id: string | undefined }>()

  async function playTone(channel: string, id: string, tone: keyof typeof tones): Promise<boolean> {
    const { media, milliseconds } = tones[tone]
    // In the body: commas of a parameter would separate sounds.
    await ari.call('POST', `channels/${channel}/play/${id}`, {}, { media: [media] })
    await pause(milliseconds)
    await playbacks.stop(id)
    return true
  }

  async function playAs(channel: string, id: string, sound: CallSound): Promise<boolean> {
    if (typeof sound === 'string') return playTone(channel, id, sound)
    if ('promptId' in sound) return playbacks.play(channel, `sound:${promptUrl(sound)}`, id)
    return messages.withFetched(sound, async (recording) => {
      // Stopped while it was being fetched.
      if (current.get(channel)?.id !== id) return false
      return playbacks.play(channel, `recording:${recording}`, id)
    })
  }

  return {
    /** Resolves when it is over, and tells whether it was heard; undefined if it was stopped. */
    async play(channel: string, sound: CallSound): Promise<boolean | undefined> {
      const turn = current.get(channel)?.turn === 0 ? 1 : 0
      const id = namesOf(channel)[turn]
      current.set(channel, { turn, id })
      await ari.call('POST', `channels/${channel}/answer`)
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
