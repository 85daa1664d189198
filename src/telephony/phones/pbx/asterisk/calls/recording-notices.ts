import { setTimeout as pause } from 'node:timers/promises'
import type { RecordingRules } from '../../flow/recording-rules.ts'
import type { Ari } from '../ari/ari.ts'
import type { AnnouncementSounds } from './announcement-sounds.ts'
import type { Playbacks } from './playbacks.ts'

const BEEP = 'tone:1400'
const BEEP_MS = 400
/** As laws on recording telephones ask for. */
const INTERVAL_MS = 15_000

/** Tells both ends of a call that they are recorded. */
export function createRecordingNotices(ari: Ari, playbacks: Playbacks, announcements: AnnouncementSounds) {
  /** by the id of the call */
  const beeping = new Map<string, NodeJS.Timeout>()

  async function beep(call: string): Promise<void> {
    const id = `beep-${call}`
    // In the body: commas of a parameter would separate sounds.
    await ari.call('POST', `bridges/${call}/play/${id}`, {}, { media: [BEEP] })
    await pause(BEEP_MS)
    await playbacks.stop(id)
  }

  function stop(call: string): void {
    clearInterval(beeping.get(call))
    beeping.delete(call)
  }

  return {
    /** Before it begins or goes on. Throws if they cannot be told: then nothing may be recorded. */
    async announce(call: string, { notice, language }: RecordingRules, isFirst: boolean): Promise<void> {
      if (notice === 'none') return
      const words =
        notice === 'announcement' && isFirst
          ? await announcements.find({ say: 'recorded', language })
          : undefined
      const wasHeard = words && (await playbacks.playToBridge(call, words))
      if (!wasHeard) await beep(call)
    },
    /** While it is recorded. */
    repeat(call: string, { notice }: RecordingRules): void {
      stop(call)
      if (notice !== 'tone') return
      beeping.set(
        call,
        // The call may just have ended; its own events say so.
        setInterval(() => void beep(call).catch(() => {}), INTERVAL_MS),
      )
    },
    stop,
    stopAll(): void {
      for (const call of [...beeping.keys()]) stop(call)
    },
  }
}

export type RecordingNotices = ReturnType<typeof createRecordingNotices>
