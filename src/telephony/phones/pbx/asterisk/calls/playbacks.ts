import { randomUUID } from 'node:crypto'
import type { Ari } from '../ari/ari.ts'
import type { AriChannel } from '../ari/ari-channel.ts'
import type { AriEvent } from '../ari/ari-events.ts'

interface Playing {
  readonly channel: string
  done(wasPlayed: boolean): void
}

/** Plays sounds to callers. */
export function createPlaybacks(ari: Ari) {
  const playing = new Map<string, Playing>()

  function finish(id: string, wasPlayed = false): void {
    const found = playing.get(id)
    playing.delete(id)
    found?.done(wasPlayed)
  }

  return {
    /**
     * Plays a sound (`sound:ADDRESS`, see prompts/prompt-url.ts, or `recording:NAME`) to a channel that is answered.
     * Resolves when it is over: to false if it could not be played, was stopped, or the caller has hung up.
     */
    async play(channel: string, media: string, id: string = randomUUID()): Promise<boolean> {
      const over = new Promise<boolean>((done) => playing.set(id, { channel, done }))
      try {
        await ari.call('POST', `channels/${channel}/play/${id}`, { media })
      } catch (error) {
        finish(id)
        throw error
      }
      return over
    },
    /** Ends it early: `play` resolves. */
    async stop(id: string): Promise<void> {
      await ari.call('DELETE', `playbacks/${id}`).catch(() => {})
      finish(id)
    },
    onEvent(event: AriEvent): void {
      if (event.type === 'PlaybackFinished') {
        const { id, state } = event.playback as { id: string; state: string }
        finish(id, state === 'done')
      }
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
