import { setTimeout as pause } from 'node:timers/promises'
import type { PromptReference } from '../../calls/call-plan.ts'
import type { Ari } from './ari.ts'
import type { Playbacks } from './playbacks.ts'

/** For menus without a prompt: Asterisk plays a tone until it is stopped. */
const TONE = 'tone:1000'
const TONE_MS = 500

/** One may begin before the other has ended. A process that takes over knows both names. */
const namesOf = (channel: string) => [`menu-0-${channel}`, `menu-1-${channel}`] as const

/** What callers hear in menus. */
export function createMenuPrompts(
  ari: Ari,
  playbacks: Playbacks,
  promptUrl: (prompt: PromptReference) => string,
) {
  const current = new Map<string, { turn: 0 | 1; id: string | undefined }>()

  return {
    /** Resolves when it is over: to false if it was stopped. */
    async play(channel: string, prompt: PromptReference | undefined): Promise<boolean> {
      const turn = current.get(channel)?.turn === 0 ? 1 : 0
      const id = namesOf(channel)[turn]
      current.set(channel, { turn, id })
      await ari.call('POST', `channels/${channel}/answer`)
      if (prompt) await playbacks.play(channel, promptUrl(prompt), id)
      else {
        await ari.call('POST', `channels/${channel}/play/${id}`, { media: TONE })
        await pause(TONE_MS)
        await playbacks.stop(id)
      }
      return current.get(channel)?.id === id
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
export async function stopMenuPrompts(ari: Ari, channel: string): Promise<void> {
  for (const id of namesOf(channel)) await ari.call('DELETE', `playbacks/${id}`).catch(() => {})
}
