import type { Page } from 'playwright-core'

/** What the script below leaves in the page. */
interface Sounds {
  soundsHeard: AnalyserNode[]
  peers: RTCPeerConnection[]
  players: HTMLAudioElement[]
  microphones: MediaStream[]
  /** set while the person thinks about it */
  permission: Promise<void> | undefined
  permit: () => void
}

/** Before the page loads: its microphone hears a tone, and what it plays can be measured. */
export async function giveTone(page: Page, hertz: number): Promise<void> {
  await page.addInitScript((frequency) => {
    const sounds = window as unknown as Sounds
    sounds.soundsHeard = []
    sounds.peers = []
    sounds.players = []
    sounds.microphones = []
    const Player = window.Audio
    window.Audio = class extends Player {
      constructor() {
        super()
        sounds.players.push(this)
      }
    }
    navigator.mediaDevices.getUserMedia = async () => {
      await sounds.permission
      const context = new AudioContext()
      const tone = context.createOscillator()
      const destination = context.createMediaStreamDestination()
      tone.frequency.value = frequency
      tone.connect(destination)
      tone.start()
      sounds.microphones.push(destination.stream)
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

/** Whether the page plays what it receives. */
export const isPlaying = (page: Page) =>
  page.evaluate(() =>
    (window as unknown as Sounds).players.some(({ srcObject, paused }) => srcObject !== null && !paused),
  )

/** How many microphones the page has opened, and how many of them it has not closed. */
export const microphones = (page: Page) =>
  page.evaluate(() => {
    const { microphones: opened } = window as unknown as Sounds
    const isOpen = (stream: MediaStream) => stream.getTracks().some(({ readyState }) => readyState === 'live')
    return { opened: opened.length, open: opened.filter(isOpen).length }
  })

/** From now on the browser asks for the microphone, and waits for the person. */
export const askForMicrophone = (page: Page) =>
  page.evaluate(() => {
    const sounds = window as unknown as Sounds
    sounds.permission = new Promise((permit) => {
      sounds.permit = permit
    })
  })

export const permitMicrophone = (page: Page) => page.evaluate(() => (window as unknown as Sounds).permit())
