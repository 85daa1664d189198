/** Rings until the function that this returns is called. Before the first click on a page, browsers stay silent. */
export function startRinging(): () => void {
  const context = new AudioContext()
  const tone = context.createOscillator()
  const volume = context.createGain()
  tone.frequency.value = 440
  volume.gain.value = 0
  tone.connect(volume).connect(context.destination)
  tone.start()
  const ring = () => {
    const now = context.currentTime
    volume.gain.setValueAtTime(0.1, now)
    volume.gain.setValueAtTime(0, now + 1)
  }
  ring()
  const timer = setInterval(ring, 3000)
  return () => {
    clearInterval(timer)
    void context.close()
  }
}
