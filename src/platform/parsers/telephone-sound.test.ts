import { describe, expect, it } from 'vitest'
import { InvalidInput } from './invalid-input.ts'
import { readWav, telephoneSound } from './telephone-sound.ts'

const read = (file: Buffer) => readWav(file, 2)

interface Wav {
  rate: number
  channels: number
  bits: 8 | 16 | 24 | 32
  encoding?: number
  seconds?: number
}

/** A file with this tone, with a chunk before it that players skip. */
function wav(hertz: number, { rate, channels, bits, encoding = 1, seconds = 1 }: Wav): Buffer {
  const count = Math.round(rate * seconds)
  const data = Buffer.alloc((count * channels * bits) / 8)
  for (let index = 0; index < count * channels; index += 1) {
    const value = 0.5 * Math.sin((2 * Math.PI * hertz * Math.floor(index / channels)) / rate)
    if (encoding === 3) data.writeFloatLE(value, index * 4)
    else if (bits === 8) data.writeUInt8(Math.round(128 + 127 * value), index)
    else data.writeIntLE(Math.round(value * (2 ** (bits - 1) - 1)), (index * bits) / 8, bits / 8)
  }
  const format = Buffer.alloc(16)
  format.writeUInt16LE(encoding, 0)
  format.writeUInt16LE(channels, 2)
  format.writeUInt32LE(rate, 4)
  format.writeUInt16LE(bits, 14)
  const chunk = (name: string, bytes: Buffer) => {
    const head = Buffer.alloc(8)
    head.write(name)
    head.writeUInt32LE(bytes.length, 4)
    return Buffer.concat([head, bytes, Buffer.alloc(bytes.length % 2)])
  }
  const chunks = [chunk('LIST', Buffer.from('abc')), chunk('fmt ', format), chunk('data', data)]
  return Buffer.concat([Buffer.from('RIFF____WAVE'), ...chunks])
}

/** How strong a frequency is, from 0 to 1. */
function strengthOf(file: Buffer, hertz: number): number {
  const { samples, rate } = read(file)
  let [real, imaginary] = [0, 0]
  for (const [index, sample] of samples.entries()) {
    real += sample * Math.cos((2 * Math.PI * hertz * index) / rate)
    imaginary += sample * Math.sin((2 * Math.PI * hertz * index) / rate)
  }
  return (2 * Math.hypot(real, imaginary)) / samples.length
}

describe('the sound of a prompt', () => {
  it.each<Wav>([
    { rate: 8000, channels: 1, bits: 16 },
    { rate: 48_000, channels: 2, bits: 24 },
    { rate: 44_100, channels: 2, bits: 16 },
    { rate: 22_050, channels: 1, bits: 8 },
    { rate: 11_025, channels: 1, bits: 32, encoding: 3 },
  ])('of %o becomes 8 kHz mono', (format) => {
    const file = telephoneSound(read(wav(440, format)))
    expect(file.length).toBe(44 + 16_000)
    expect(strengthOf(file, 440)).toBeCloseTo(0.5, 1)
    expect(strengthOf(file, 880)).toBeLessThan(0.01)
  })

  it('has nothing of tones that are too high, which would come back as others', () => {
    const file = telephoneSound(read(wav(6000, { rate: 48_000, channels: 1, bits: 16 })))
    expect(strengthOf(file, 2000)).toBeLessThan(0.01)
  })

  const good = wav(440, { rate: 8000, channels: 1, bits: 16 })
  it.each([
    ['must be a WAV file', Buffer.from('ID3 not a WAV file at all')],
    ['must be a WAV file', Buffer.alloc(0)],
    ['is cut off', good.subarray(0, 1000)],
    ['has no sound', good.subarray(0, 48)],
    ['must be mono or stereo', wav(440, { rate: 8000, channels: 6, bits: 16 })],
    ['must contain uncompressed sound (PCM)', wav(440, { rate: 8000, channels: 1, bits: 16, encoding: 7 })],
    ['must have at most 2 seconds', wav(440, { rate: 8000, channels: 2, bits: 8, seconds: 2.1 })],
    ['must have 8000 to 96000 samples per second', wav(440, { rate: 4000, channels: 1, bits: 16 })],
  ])('a bad file: %s', (reason, file) => {
    expect(() => read(file)).toThrow(new InvalidInput(reason))
  })
})
