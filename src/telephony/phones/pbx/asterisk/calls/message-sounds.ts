import { randomUUID } from 'node:crypto'
import type { MessageReference } from '../../flow/call-sound.ts'
import type { Ari } from '../ari/ari.ts'
import type { AriChannel } from '../ari/ari-channel.ts'
import type { AriEvent } from '../ari/ari-events.ts'
import { listStored } from '../ari/list-stored.ts'
import { FETCH_CONTEXT } from '../asterisk-dialplan.ts'

const PREFIX = 'heard-'

/**
 * Messages that somebody listens to. Asterisk never deletes a sound that it has fetched. So the dialplan fetches a
 * message into the folder of recordings, and we delete it there after it was heard.
 */
export function createMessageSounds(ari: Ari, messageUrl: (message: MessageReference) => string) {
  /** by the channel that fetches */
  const fetching = new Map<string, () => void>()

  async function fetch(message: MessageReference, recording: string): Promise<void> {
    const channel = `fetch-${randomUUID()}`
    const fetched = new Promise<void>((done) => fetching.set(channel, done))
    try {
      await ari.call(
        'POST',
        'channels',
        {
          endpoint: `Local/fetch@${FETCH_CONTEXT}`,
          context: FETCH_CONTEXT,
          extension: 'done',
          channelId: channel,
        },
        { variables: { SOUND_URL: messageUrl(message), SOUND_NAME: recording } },
      )
      await fetched
    } finally {
      fetching.delete(channel)
    }
  }

  const remove = (recording: string) =>
    ari.call('DELETE', `recordings/stored/${encodeURIComponent(recording)}`).catch(() => {})

  return {
    /** Calls `play` with the name of a recording. */
    async withFetched<T>(message: MessageReference, play: (recording: string) => Promise<T>): Promise<T> {
      const recording = `${PREFIX}${randomUUID()}`
      try {
        await fetch(message, recording)
        return await play(recording)
      } finally {
        await remove(recording)
      }
    },
    onEvent({ type, channel }: AriEvent): void {
      if (type !== 'ChannelDestroyed') return
      fetching.get((channel as AriChannel).id)?.()
    },
    /** Deletes what another process has left. */
    async adopt(): Promise<void> {
      for (const { name } of await listStored(ari)) if (name.startsWith(PREFIX)) await remove(name)
    },
    /** No more events will come: ends all waits. */
    forgetAll(): void {
      for (const done of fetching.values()) done()
    },
  }
}

export type MessageSounds = ReturnType<typeof createMessageSounds>
