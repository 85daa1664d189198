import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { findAsterisk } from '../../install-asterisk.js'
import type { TelephonyWorld } from '../telephony-world.ts'

const HEADER = 44
const RATE = 8000
const FRAME = RATE / 50

/** Makes a data folder of Asterisk in which its English sounds are installed, as Debian's package links them. */
export function dataFolderWithSounds(folder: string): string {
  const { sounds } = findAsterisk()!
  const [data, all] = [join(folder, 'data'), join(folder, 'data', 'sounds')]
  mkdirSync(all, { recursive: true })
  const usual = dirname(dirname(sounds!))
  for (const name of readdirSync(usual)) {
    if (name !== 'sounds') symlinkSync(join(usual, name), join(data, name))
  }
  symlinkSync(sounds!, join(all, 'en'))
  return data
}

/** What the server has spoken for everybody: `queue_position 1`. undefined: it has not yet. */
export async function spokenWords(
  { telephony: { contents, database } }: TelephonyWorld,
  language: string,
  name: string,
): Promise<Buffer | undefined> {
  const rows = database.read.selectFrom('spoken_announcements').select('prompt_id')
  const row = await rows.where('language', '=', language).where('name', '=', name).executeTakeFirst()
  return row && contents.read({ kind: 'prompts', tenant: 'announcements', name: row.prompt_id })
}

/** How loud each 20 ms of a recording are. */
function loudnessOf(file: Buffer): number[] {
  const count = Math.floor((file.length - HEADER) / 2 / FRAME)
  return Array.from({ length: Math.max(0, count) }, (_, frame) => {
    let sum = 0
    for (let index = frame * FRAME; index < (frame + 1) * FRAME; index += 1) {
      sum += file.readInt16LE(HEADER + 2 * index) ** 2
    }
    return Math.sqrt(sum / FRAME)
  })
}

/** How often the wave crosses zero in each 20 ms that are loud: always the same in a tone. */
function crossingsOf(file: Buffer): number[] {
  return loudnessOf(file).flatMap((loudness, frame) => {
    if (loudness < 300) return []
    let crossings = 0
    for (let index = frame * FRAME + 1; index < (frame + 1) * FRAME; index += 1) {
      const [one, other] = [index - 1, index].map((at) => file.readInt16LE(HEADER + 2 * at))
      if (one! < 0 !== other! < 0) crossings += 1
    }
    return [crossings]
  })
}

/** Whether somebody speaks: for more than half a second, loud and soft, with vowels and hissing sounds. */
export function isSpeech(path: string): boolean {
  const crossings = crossingsOf(readFileSync(path))
  if (crossings.length < 25) return false
  const mean = crossings.reduce((sum, one) => sum + one, 0) / crossings.length
  const spread = Math.sqrt(crossings.reduce((sum, one) => sum + (one - mean) ** 2, 0) / crossings.length)
  return spread / mean > 0.3
}

/** How much a recording is like a known sound that is somewhere in it: 1 if it is the same. */
export function likeness(path: string, sound: Buffer): number {
  const [heard, known] = [loudnessOf(readFileSync(path)), loudnessOf(sound)]
  let best = 0
  for (let start = 0; start + known.length * 0.9 <= heard.length; start += 1) {
    best = Math.max(best, correlation(heard.slice(start, start + known.length), known))
  }
  return best
}

function correlation(one: readonly number[], other: readonly number[]): number {
  const length = Math.min(one.length, other.length)
  const mean = (all: readonly number[]) =>
    all.slice(0, length).reduce((sum, value) => sum + value, 0) / length
  const [a, b] = [mean(one), mean(other)]
  let [both, first, second] = [0, 0, 0]
  for (let index = 0; index < length; index += 1) {
    const [x, y] = [one[index]! - a, other[index]! - b]
    both += x * y
    first += x * x
    second += y * y
  }
  return both / Math.sqrt(first * second || 1)
}
