import { readFileSync, writeFileSync } from 'node:fs'

const RATE = 8000
const HEADER = 44

/** A tone as a wav file that baresip can play; it hangs up at the end. */
export const writeTone = (path: string, hertz: number, seconds = 30): void =>
  writeFileSync(path, toneFile(hertz, seconds))

export function toneFile(hertz: number, seconds: number): Buffer {
  const samples = seconds * RATE
  const file = Buffer.alloc(HEADER + 2 * samples)
  file.write('RIFF', 0)
  file.writeUInt32LE(36 + 2 * samples, 4)
  file.write('WAVEfmt ', 8)
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(RATE, 24)
  file.writeUInt32LE(2 * RATE, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36)
  file.writeUInt32LE(2 * samples, 40)
  for (let index = 0; index < samples; index += 1) {
    file.writeInt16LE(Math.round(12_000 * Math.sin((2 * Math.PI * hertz * index) / RATE)), HEADER + 2 * index)
  }
  return file
}

/** The strongest of some frequencies in a recording, or in its end; 0 if it is silent or too short. */
export function strongestTone(path: string, candidates: readonly number[], lastSeconds = Infinity): number {
  const file = readFileSync(path)
  const all = Array.from({ length: Math.max(0, (file.length - HEADER) >> 1) }, (_, index) =>
    file.readInt16LE(HEADER + 2 * index),
  )
  const samples = all.slice(-Math.min(all.length, lastSeconds * RATE))
  if (samples.length < RATE / 4) return 0
  const strengths = candidates.map((hertz) => ({ hertz, strength: strengthOf(samples, hertz) }))
  const strongest = strengths.toSorted((one, other) => other.strength - one.strength)[0]!
  return strongest.strength > 500 ? strongest.hertz : 0
}

/** How much of a frequency there is: its part of the Fourier transform. */
function strengthOf(samples: readonly number[], hertz: number): number {
  let [real, imaginary] = [0, 0]
  for (const [index, sample] of samples.entries()) {
    const angle = (2 * Math.PI * hertz * index) / RATE
    real += sample * Math.cos(angle)
    imaginary += sample * Math.sin(angle)
  }
  return (2 * Math.hypot(real, imaginary)) / samples.length
}
