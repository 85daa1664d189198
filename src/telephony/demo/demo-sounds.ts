const RATE = 8000

const NOTE_SECONDS = 0.4

/** Notes that go well together, in any order. */
const pentatonic = [262, 294, 330, 392, 440]

const NOTES_PER_PHRASE = 4

/** A WAV file of 16 bits at 8 kHz, as the PBX records, that plays these frequencies one after the other. */
export function demoMelody(frequencies: readonly number[]): Buffer {
  const samplesPerNote = RATE * NOTE_SECONDS
  const samples = new Int16Array(frequencies.length * samplesPerNote)
  for (const [index, frequency] of frequencies.entries()) {
    for (let at = 0; at < samplesPerNote; at += 1) {
      // Each note fades out, so that there is no click between two.
      const loudness = 12_000 * (1 - at / samplesPerNote)
      samples[index * samplesPerNote + at] = loudness * Math.sin((2 * Math.PI * frequency * at) / RATE)
    }
  }
  const sound = Buffer.from(samples.buffer)
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + sound.length, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(RATE, 24)
  header.writeUInt32LE(RATE * 2, 28)
  header.writeUInt16LE(2, 32)
  header.writeUInt16LE(16, 34)
  header.write('data', 36)
  header.writeUInt32LE(sound.length, 40)
  return Buffer.concat([header, sound])
}

/** The recording of a call: a low and a high voice take turns. */
export function demoConversation(seconds: number): Buffer {
  const notes = Array.from({ length: Math.round(seconds / NOTE_SECONDS) }, (_, index) => {
    const phrase = Math.floor(index / NOTES_PER_PHRASE)
    const octave = phrase % 2 === 0 ? 1 : 2
    return octave * pentatonic[(index * 3 + phrase) % pentatonic.length]!
  })
  return demoMelody(notes)
}
