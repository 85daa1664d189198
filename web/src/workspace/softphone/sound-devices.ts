import { useEffect, useState } from 'react'

export type DeviceKind = 'audioinput' | 'audiooutput'

const KEYS: Record<DeviceKind, string> = {
  audioinput: 'switchboard-microphone',
  audiooutput: 'switchboard-speaker',
}

/** The id of the device that the person has chosen in this browser; empty: that of the system. */
export const chosenDevice = (kind: DeviceKind) => localStorage.getItem(KEYS[kind]) ?? ''

export function chooseDevice(kind: DeviceKind, id: string): void {
  if (id === '') localStorage.removeItem(KEYS[kind])
  else localStorage.setItem(KEYS[kind], id)
}

/** Plays on the chosen speaker. Without it, or in a browser that cannot choose, on that of the system. */
export function playOn(audio: HTMLAudioElement): HTMLAudioElement {
  if ('setSinkId' in audio) audio.setSinkId(chosenDevice('audiooutput')).catch(() => {})
  return audio
}

/** The microphones and speakers of this computer. Their names are known once the microphone is permitted. */
export function useDevices(): readonly MediaDeviceInfo[] {
  const [devices, setDevices] = useState<readonly MediaDeviceInfo[]>([])
  useEffect(() => {
    const { mediaDevices } = navigator
    // Only over HTTPS.
    if (!mediaDevices) return
    const list = () => void mediaDevices.enumerateDevices().then(setDevices, () => {})
    list()
    mediaDevices.addEventListener('devicechange', list)
    return () => mediaDevices.removeEventListener('devicechange', list)
  }, [])
  return devices
}
