import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Sound } from './read-wav.ts'

/** Samples per second of a telephone call. */
export const TELEPHONE_RATE = 8000
const HEADER = 44
/** Zero crossings of the filter on each side: more of them cut off more sharply. */
const CROSSINGS = 16
const STEPS = 512
/** Samples between which other work of the process gets its turn. */
const TURN = 20_000

/** A low-pass filter (a windowed sinc) from its middle to its end. */
const filter = Float64Array.from({ length: CROSSINGS * STEPS + 2 }, (_, index) => {
  const at = index / STEPS
  if (at === 0) return 1
  if (at >= CROSSINGS) return 0
  const window = 0.5 + 0.5 * Math.cos((Math.PI * at) / CROSSINGS)
  return (Math.sin(Math.PI * at) / (Math.PI * at)) * window
})

/** A WAV file of 16 bits at 8 kHz: what every Asterisk plays. */
export async function telephoneSound({ samples, rate }: Sound): Promise<Buffer> {
  const ratio = rate / TELEPHONE_RATE
  const count = Math.floor(samples.length / ratio)
  const file = Buffer.alloc(HEADER + 2 * count)
  writeHeader(file, count)
  for (let index = 0; index < count; index += 1) {
    if (index % TURN === TURN - 1) await nextTurn()
    const value = rate === TELEPHONE_RATE ? samples[index]! : resample(samples, index * ratio, ratio)
    file.writeInt16LE(Math.round(Math.max(-1, Math.min(1, value)) * 32_767), HEADER + 2 * index)
  }
  return file
}

/** The sound at a place between samples, without the frequencies that 8 kHz cannot hold. */
function resample(samples: Float32Array, at: number, ratio: number): number {
  const reach = CROSSINGS * ratio
  const last = Math.min(samples.length - 1, Math.floor(at + reach))
  let sum = 0
  for (let index = Math.max(0, Math.ceil(at - reach)); index <= last; index += 1) {
    sum += samples[index]! * filter[Math.round((Math.abs(index - at) / ratio) * STEPS)]!
  }
  return sum / ratio
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
