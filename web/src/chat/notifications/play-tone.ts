const NOTES_HZ = [659, 880]
const NOTE_SECONDS = 0.12
const LOUDNESS = 0.06

let audio: AudioContext | undefined

/** Two short notes. Browsers stay silent until the first interaction, and some computers have no sound. */
export function playTone(): void {
  try {
    audio ??= new AudioContext()
    play(audio)
  } catch {
    // The notice can be seen.
  }
}

function play(audio: AudioContext): void {
  if (audio.state === 'suspended') void audio.resume().catch(() => undefined)
  for (const [index, pitch] of NOTES_HZ.entries()) {
    const start = audio.currentTime + index * NOTE_SECONDS
    const end = start + NOTE_SECONDS
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    tone.frequency.value = pitch
    // Rising and falling softly, so that it does not click.
    volume.gain.setValueAtTime(0, start)
    volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.02)
    volume.gain.linearRampToValueAtTime(0, end)
    tone.connect(volume).connect(audio.destination)
    tone.start(start)
    tone.stop(end)
  }
}
