import type { Ari } from '../ari/ari.ts'
import type { AriChannel } from '../ari/ari-channel.ts'
import type { AriEvent } from '../ari/ari-events.ts'
import { musicClass } from '../phones/phone-columns.ts'
import { callEndAt, type RunningCalls } from './running-calls.ts'

/**
 * Plays music to the end of a call that waits while the other holds it. Asterisk does so on its own, except in a call that is
 * recorded. Callers may also hear music until somebody answers.
 */
export function createHeldCalls(ari: Ari, running: RunningCalls) {
  /** the channels that hear music */
  const waiting = new Set<string>()

  async function stop(channel: string): Promise<void> {
    if (waiting.delete(channel)) await ari.call('DELETE', `channels/${channel}/moh`).catch(() => {})
  }

  async function play(channel: string, mohClass: string): Promise<void> {
    waiting.add(channel)
    // A channel that has gone needs no music.
    await ari.call('POST', `channels/${channel}/moh`, { mohClass: musicClass(mohClass) }).catch(() => {})
  }

  return {
    onEvent(event: AriEvent): void {
      const channel = (event.channel as AriChannel | undefined)?.id
      if (channel === undefined) return
      if (event.type === 'ChannelDestroyed') waiting.delete(channel)
      if (event.type !== 'ChannelHold' && event.type !== 'ChannelUnhold') return
      const other = callEndAt(running, channel)?.other
      if (other === undefined) return
      if (event.type === 'ChannelUnhold') void stop(other)
      else void play(other, String(event.musicclass ?? 'default'))
    },
    /** Plays it to a caller while phones ring. Asterisk before 20.16 and 22.6 cannot, and rings. */
    async playBefore(channel: string, mohClass: string): Promise<void> {
      if (waiting.has(channel)) return
      await ari
        .call('POST', `channels/${channel}/progress`)
        .catch(() => ari.call('POST', `channels/${channel}/ring`))
      await play(channel, mohClass)
    },
    /** Plays it to a caller who is answered, and waits. */
    play,
    isWaiting: (channel: string) => waiting.has(channel),
    /** The channel is connected with another, or hears something else. */
    stop,
  }
}

export type HeldCalls = ReturnType<typeof createHeldCalls>
