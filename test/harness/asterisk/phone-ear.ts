import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { strongestTone } from './tone.ts'

/** What each phone plays into its calls, in hertz. */
export const tones: Readonly<Record<number, number>> = { 1001: 440, 1002: 880, 1003: 1320, 1004: 660 }

/** Longer than the machine may keep a phone waiting for the next sound. */
const SILENT_MS = 1000

/**
 * Tells whose tone a phone hears now, by what it records: a number, or 0 for none. A phone that gets no sound at all
 * records nothing: what it has heard last is not what it hears.
 */
export function createEar(records: string): () => number {
  const lengths = new Map<string, { bytes: number; since: number }>()
  return () => {
    const now = performance.now()
    const growing = readdirSync(records)
      .filter((name) => name.includes('dec'))
      .filter((name) => {
        const bytes = statSync(join(records, name)).size
        const known = lengths.get(name)
        if (known?.bytes !== bytes) lengths.set(name, { bytes, since: now })
        return known === undefined || known.bytes !== bytes || now - known.since < SILENT_MS
      })
    const heard = growing.map((name) => strongestTone(join(records, name), Object.values(tones), 0.3))
    const hertz = heard.find((one) => one > 0)
    return Number(Object.entries(tones).find(([, tone]) => tone === hertz)?.[0] ?? 0)
  }
}
