import { type Ari, AriRefusal } from './ari.ts'

export interface AriRecording {
  readonly name: string
  readonly duration?: number
}

/** Without its folder of recordings, Asterisk responds with an error; calls must work all the same. */
export const listStored = async (ari: Ari): Promise<readonly AriRecording[]> => (await readFolder(ari)) ?? []

/** Why nothing can be recorded, in words for the administrator; undefined if Asterisk has its folder of recordings. */
export const findRecordingProblem = async (ari: Ari): Promise<string | undefined> =>
  (await readFolder(ari))
    ? undefined
    : 'Asterisk loses voicemail, recordings of calls and faxes, because the folder "recording" in its spool folder is missing. Create it for the account of Asterisk: install -d -o asterisk -g asterisk /var/spool/asterisk/recording'

async function readFolder(ari: Ari): Promise<readonly AriRecording[] | undefined> {
  try {
    return await ari.call<AriRecording[]>('GET', 'recordings/stored')
  } catch (error) {
    if (error instanceof AriRefusal && error.status === 500) return undefined
    throw error
  }
}
