/** Samples per second of a telephone call. */
const RATE = 8000
const SECONDS = 8
const NOTES_PER_SECOND = 2
/** In hertz, and whole numbers, so that the end fits the beginning. */
const drone = [262, 392]
const melody = [262, 330, 392, 523, 330, 392, 494, 330, 294, 392, 494, 392, 262, 330, 392, 523]
/** Of 32,767. */
const [DRONE_LOUDNESS, MELODY_LOUDNESS] = [1400, 2200]

/** A soft melody of our own that repeats, for people on hold: samples of 16 bits at 8 kHz (signed linear). */
export const holdMusic = (): Buffer => samples((index) => droneAt(index) + melodyAt(index))

/** A second without a sound. */
export const silence = (): Buffer => Buffer.alloc(2 * RATE)

function samples(valueAt: (index: number) => number): Buffer {
  const file = Buffer.alloc(2 * RATE * SECONDS)
  for (let index = 0; index < RATE * SECONDS; index += 1) {
    file.writeInt16LE(Math.round(valueAt(index)), 2 * index)
  }
  return file
}

const wave = (hertz: number, index: number) => Math.sin((2 * Math.PI * hertz * index) / RATE)

const droneAt = (index: number) => drone.reduce((sum, hertz) => sum + DRONE_LOUDNESS * wave(hertz, index), 0)

/** Each note swells quickly and fades slowly. */
function melodyAt(index: number): number {
  const length = RATE / NOTES_PER_SECOND
  const at = (index % length) / length
  const loudness = MELODY_LOUDNESS * Math.min(1, at * 20) * (1 - at) ** 2
  return loudness * wave(melody[Math.floor(index / length) % melody.length]!, index)
}
