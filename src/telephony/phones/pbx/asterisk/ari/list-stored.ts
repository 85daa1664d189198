import { type Ari, AriRefusal } from './ari.ts'

export interface AriRecording {
  readonly name: string
  readonly duration?: number
}

/** Without its folder of recordings, Asterisk answers with an error; calls must work all the same. */
export async function listStored(ari: Ari): Promise<readonly AriRecording[]> {
  try {
    return await ari.call<AriRecording[]>('GET', 'recordings/stored')
  } catch (error) {
    if (error instanceof AriRefusal && error.status === 500) return []
    throw error
  }
}
