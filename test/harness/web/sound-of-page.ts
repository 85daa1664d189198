import type { Page } from 'playwright-core'

/** What the script below leaves in the page. */
interface Sounds {
  soundsHeard: AnalyserNode[]
  peers: RTCPeerConnection[]
}

/** Before the page loads: its microphone hears a tone, and what it plays can be measured. */
export async function giveTone(page: Page, hertz: number): Promise<void> {
  await page.addInitScript((frequency) => {
    const sounds = window as unknown as Sounds
    sounds.soundsHeard = []
    sounds.peers = []
    navigator.mediaDevices.getUserMedia = async () => {
      const context = new AudioContext()
      const tone = context.createOscillator()
      const destination = context.createMediaStreamDestination()
      tone.frequency.value = frequency
      tone.connect(destination)
      tone.start()
      return destination.stream
    }
    const Original = window.RTCPeerConnection
    window.RTCPeerConnection = class extends Original {
      constructor(...options: ConstructorParameters<typeof Original>) {
        super(...options)
        sounds.peers.push(this)
        this.addEventListener('track', ({ track }) => {
          const context = new AudioContext()
          const analyser = context.createAnalyser()
          analyser.fftSize = 4096
          context.createMediaStreamSource(new MediaStream([track])).connect(analyser)
          sounds.soundsHeard.push(analyser)
        })
      }
    }
  }, hertz)
}

/** The strongest of some frequencies in what the page plays now; 0 for silence. */
export function toneHeard(page: Page, candidates: readonly number[]): Promise<number> {
  return page.evaluate((all) => {
    const analyser = (window as unknown as Sounds).soundsHeard.at(-1)
    if (!analyser) return 0
    const levels = new Float32Array(analyser.frequencyBinCount)
    analyser.getFloatFrequencyData(levels)
    const levelOf = (hertz: number) =>
      levels[Math.round((hertz * analyser.fftSize) / analyser.context.sampleRate)] ?? -200
    const strongest = [...all].sort((one, other) => levelOf(other) - levelOf(one))[0]!
    return levelOf(strongest) > -60 ? strongest : 0
  }, candidates)
}

/** Whether the page sends its microphone. */
export const isSending = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as Sounds).peers
      .at(-1)!
      .getSenders()
      .some(({ track }) => track?.enabled),
  )
