import { readFile } from 'node:fs/promises'
import { InvalidInput } from './invalid-input.ts'
import { readWav, type Sound } from './read-wav.ts'

/** Samples per second of a telephone call. */
const TELEPHONE_RATE = 8000
const HEADER = 44
/** Zero crossings of the filter on each side: more of them cut off more sharply. */
const CROSSINGS = 16
const MIN_SECONDS = 0.1

export interface SoundInput {
  /** a WAV file */
  path: string
  maxSeconds: number
}

export interface ConvertedSound {
  /** a WAV file */
  bytes: Uint8Array
  seconds: number
}

export async function parseSound({ path, maxSeconds }: SoundInput): Promise<ConvertedSound> {
  const sound = readWav(await readFile(path), maxSeconds)
  const seconds = sound.samples.length / sound.rate
  if (seconds < MIN_SECONDS) throw new InvalidInput('has no sound')
  return { bytes: telephoneSound(sound), seconds }
}

/** A WAV file of 16 bits at 8 kHz: what every Asterisk plays. */
export function telephoneSound({ samples, rate }: Sound): Buffer {
  const heard = rate === TELEPHONE_RATE ? samples : resample(samples, rate)
  const file = Buffer.alloc(HEADER + 2 * heard.length)
  writeHeader(file, heard.length)
  for (const [index, value] of heard.entries()) {
    file.writeInt16LE(Math.round(Math.max(-1, Math.min(1, value)) * 32_767), HEADER + 2 * index)
  }
  return file
}

/**
 * The sound at 8 kHz, without the frequencies that 8 kHz cannot hold. The places of the new samples between the old
 * ones repeat, and so do the weights of the filter: each different place is calculated once.
 */
function resample(samples: Float32Array, rate: number): Float32Array {
  const divisor = greatestCommonDivisor(rate, TELEPHONE_RATE)
  const [step, places] = [rate / divisor, TELEPHONE_RATE / divisor]
  const ratio = step / places
  const reach = Math.floor(CROSSINGS * ratio)
  const weights = Array.from({ length: places }, (_, place) =>
    Float32Array.from(
      { length: 2 * reach + 2 },
      (_, tap) => filter((tap - reach - place / places) / ratio) / ratio,
    ),
  )
  const heard = new Float32Array(Math.floor((samples.length * places) / step))
  for (let index = 0; index < heard.length; index += 1) {
    const start = Math.floor((index * step) / places) - reach
    const taps = weights[(index * step) % places]!
    const end = Math.min(taps.length, samples.length - start)
    let sum = 0
    for (let tap = Math.max(0, -start); tap < end; tap += 1) sum += samples[start + tap]! * taps[tap]!
    heard[index] = sum
  }
  return heard
}

/** A low-pass filter: a windowed sinc. */
function filter(at: number): number {
  if (at === 0) return 1
  if (Math.abs(at) >= CROSSINGS) return 0
  const window = 0.5 + 0.5 * Math.cos((Math.PI * at) / CROSSINGS)
  return (Math.sin(Math.PI * at) / (Math.PI * at)) * window
}

function greatestCommonDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestCommonDivisor(other, one % other)
}

function writeHeader(file: Buffer, count: number): void {
  file.write('RIFF', 0)
  file.writeUInt32LE(file.length - 8, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(TELEPHONE_RATE, 24)
  file.writeUInt32LE(2 * TELEPHONE_RATE, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(2 * count, 40)
}
