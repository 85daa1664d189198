import { randomUUID } from 'node:crypto'
import type { Ari } from '../ari/ari.ts'
import type { AriEvent } from '../ari/ari-events.ts'

interface Playing {
  /** the channel or the bridge */
  readonly at: string
  done(wasPlayed: boolean): void
}

interface Sounds {
  readonly media: readonly string[]
  /** of Asterisk's own sounds */
  readonly lang?: string
}

/** Plays sounds to callers. */
export function createPlaybacks(ari: Ari) {
  const playing = new Map<string, Playing>()

  function finish(id: string, wasPlayed = false): void {
    const found = playing.get(id)
    playing.delete(id)
    found?.done(wasPlayed)
  }

  async function playAt(
    kind: 'channels' | 'bridges',
    at: string,
    { media, lang }: Sounds,
    id: string,
  ): Promise<boolean> {
    const over = new Promise<boolean>((done) => playing.set(id, { at, done }))
    try {
      // In the body: commas of a parameter would separate sounds.
      await ari.call('POST', `${kind}/${at}/play/${id}`, { ...(lang && { lang }) }, { media })
    } catch (error) {
      finish(id)
      throw error
    }
    return over
  }

  const playAll = (channel: string, sounds: Sounds, id: string = randomUUID()) =>
    playAt('channels', channel, sounds, id)

  return {
    /**
     * Plays a sound (`sound:ADDRESS`, see prompts/prompt-url.ts, or `recording:NAME`) to a channel that is answered.
     * Resolves when it is over: to false if it could not be played, was stopped, or the caller has hung up.
     */
    play: (channel: string, media: string, id?: string) => playAll(channel, { media: [media] }, id),
    /** Plays several sounds as one, of a language. */
    playAll,
    /** The same, to everybody in a bridge. */
    playToBridge: (bridge: string, sounds: Sounds) => playAt('bridges', bridge, sounds, randomUUID()),
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
      const isEnd = event.type === 'ChannelDestroyed' || event.type === 'StasisEnd'
      if (!isEnd && event.type !== 'BridgeDestroyed') return
      const { id: gone } = (isEnd ? event.channel : event.bridge) as { id: string }
      for (const [id, { at }] of [...playing]) if (at === gone) finish(id)
    },
    /** No more events will come: ends all waits. */
    forgetAll(): void {
      for (const id of [...playing.keys()]) finish(id)
    },
  }
}

export type Playbacks = ReturnType<typeof createPlaybacks>
