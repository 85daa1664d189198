import { InvalidInput } from './invalid-input.ts'

export interface Sound {
  /** of one channel, from -1 to 1 */
  readonly samples: Float32Array
  /** samples per second */
  readonly rate: number
}

const PCM = 1
const FLOAT = 3
const EXTENSIBLE = 0xfffe
const rates = { lowest: 8000, highest: 96_000 }

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
