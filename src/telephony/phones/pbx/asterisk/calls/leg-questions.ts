import type { Ari } from '../ari/ari.ts'
import type { AriChannel } from '../ari/ari-channel.ts'
import type { AriEvent } from '../ari/ari-events.ts'

/** Three short tones, a pause, and again (`frequency/milliseconds`). Asterisk plays them until they are stopped. */
export const KEY_TONES = 'tone:800/150,0/150,800/150,0/150,800/150,0/1800'

const nameOf = (leg: string) => `question-${leg}`

/** Asks the person at a called phone to press a key. */
export function createLegQuestions(ari: Ari) {
  const asked = new Set<string>()
  return {
    async ask(leg: string): Promise<void> {
      asked.add(leg)
      // In the body: commas of a parameter would separate sounds.
      await ari.call('POST', `channels/${leg}/play/${nameOf(leg)}`, {}, { media: [KEY_TONES] })
    },
    async stop(leg: string): Promise<void> {
      if (asked.delete(leg)) await ari.call('DELETE', `playbacks/${nameOf(leg)}`).catch(() => {})
    },
    onEvent({ type, channel }: AriEvent): void {
      if (type === 'ChannelDestroyed') asked.delete((channel as AriChannel).id)
    },
  }
}

export type LegQuestions = ReturnType<typeof createLegQuestions>
