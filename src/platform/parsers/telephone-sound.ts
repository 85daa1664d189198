import { readFile } from 'node:fs/promises'
import { InvalidInput } from './invalid-input.ts'

const PCM = 1

const FLOAT = 3

const EXTENSIBLE = 0xfffe

const rates = { lowest: 8000, highest: 96_000 }

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

interface Sound {
  /** of one channel, from -1 to 1 */
  readonly samples: Float32Array
  /** samples per second */
  readonly rate: number
}

interface Format {
  readonly encoding: number
  readonly channels: number
  readonly rate: number
  readonly bits: number
}

/** Reads a WAV file of uncompressed sound, mono or stereo, up to a length in seconds. Throws InvalidInput. */
export function readWav(file: Buffer, maxSeconds: number): Sound {
  if (
    file.length < 12 ||
    file.toString('latin1', 0, 4) !== 'RIFF' ||
    file.toString('latin1', 8, 12) !== 'WAVE'
  ) {
    throw new InvalidInput('must be a WAV file')
  }
  let format: Format | undefined
  for (let at = 12; at + 8 <= file.length; ) {
    const [name, size] = [file.toString('latin1', at, at + 4), file.readUInt32LE(at + 4)]
    const [from, to] = [at + 8, at + 8 + size]
    if (to > file.length) throw new InvalidInput('is cut off')
    if (name === 'fmt ') format = readFormat(file.subarray(from, to))
    if (name === 'data') {
      if (!format) throw new InvalidInput('must have its format before its sound')
      return readSound(file.subarray(from, to), format, maxSeconds)
    }
    // Chunks have an even length.
    at = to + (size % 2)
  }
  throw new InvalidInput('has no sound')
}

function readFormat(chunk: Buffer): Format {
  if (chunk.length < 16) throw new InvalidInput('is cut off')
  const isExtensible = chunk.readUInt16LE(0) === EXTENSIBLE && chunk.length >= 40
  const format = {
    encoding: chunk.readUInt16LE(isExtensible ? 24 : 0),
    channels: chunk.readUInt16LE(2),
    rate: chunk.readUInt32LE(4),
    bits: chunk.readUInt16LE(14),
  }
  const { encoding, channels, rate, bits } = format
  const isKnown = encoding === PCM ? [8, 16, 24, 32].includes(bits) : encoding === FLOAT && bits === 32
  if (!isKnown) throw new InvalidInput('must contain uncompressed sound (PCM)')
  if (channels < 1 || channels > 2) throw new InvalidInput('must be mono or stereo')
  if (rate < rates.lowest || rate > rates.highest) {
    throw new InvalidInput(`must have ${rates.lowest} to ${rates.highest} samples per second`)
  }
  return format
}

/** Both channels of a stereo file become one. */
function readSound(data: Buffer, { encoding, channels, rate, bits }: Format, maxSeconds: number): Sound {
  const bytes = bits / 8
  const count = Math.floor(data.length / (bytes * channels))
  // Before any work: a file can have the bytes of hours.
  if (count > maxSeconds * rate) throw new InvalidInput(`must have at most ${maxSeconds} seconds`)
  const read = (at: number): number => {
    if (encoding === FLOAT) return data.readFloatLE(at)
    if (bits === 8) return (data.readUInt8(at) - 128) / 128
    return data.readIntLE(at, bytes) / 2 ** (bits - 1)
  }
  const samples = new Float32Array(count)
  for (let index = 0; index < count; index += 1) {
    let sum = 0
    for (let channel = 0; channel < channels; channel += 1) sum += read((index * channels + channel) * bytes)
    const mean = sum / channels
    samples[index] = Number.isFinite(mean) ? mean : 0
  }
  return { samples, rate }
}
