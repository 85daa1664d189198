import { randomUUID } from 'node:crypto'
import type { Ari } from './ari.ts'
import type { AriChannel } from './ari-channel.ts'
import type { AriEvent } from './ari-events.ts'

interface Playing {
  readonly channel: string
  done(): void
}

/** Plays sounds to callers. */
export function createPlaybacks(ari: Ari) {
  const playing = new Map<string, Playing>()

  function finish(id: string): void {
    const found = playing.get(id)
    playing.delete(id)
    found?.done()
  }

  return {
    /**
     * Plays the sound at an address (see prompts/prompt-url.ts) to a channel that is answered. Resolves when it is over,
     * or cannot be played, or the caller has hung up.
     */
    async play(channel: string, url: string, id: string = randomUUID()): Promise<void> {
      const over = new Promise<void>((done) => playing.set(id, { channel, done }))
      try {
        await ari.call('POST', `channels/${channel}/play/${id}`, { media: `sound:${url}` })
      } catch (error) {
        finish(id)
        throw error
      }
      await over
    },
    /** Ends it early: `play` resolves. */
    async stop(id: string): Promise<void> {
      await ari.call('DELETE', `playbacks/${id}`).catch(() => {})
      finish(id)
    },
    onEvent(event: AriEvent): void {
      if (event.type === 'PlaybackFinished') finish((event.playback as { id: string }).id)
      if (event.type !== 'ChannelDestroyed' && event.type !== 'StasisEnd') return
      const { id: gone } = event.channel as AriChannel
      for (const [id, { channel }] of [...playing]) if (channel === gone) finish(id)
    },
    /** No more events will come: ends all waits. */
    forgetAll(): void {
      for (const id of [...playing.keys()]) finish(id)
    },
  }
}

export type Playbacks = ReturnType<typeof createPlaybacks>
