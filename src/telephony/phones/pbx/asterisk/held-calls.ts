import type { Ari } from './ari.ts'
import type { AriChannel } from './ari-channel.ts'
import type { AriEvent } from './ari-events.ts'
import { callEndAt, type RunningCalls } from './running-calls.ts'

/**
 * Plays music to the end of a call that waits while the other holds it. Asterisk would do so by itself, but not in a call
 * that is recorded.
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
    await ari.call('POST', `channels/${channel}/moh`, { mohClass }).catch(() => {})
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
    /** The channel is connected with another. */
    stop,
  }
}
