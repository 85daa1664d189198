import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { RecordedCall, RecordedMessage } from './pbx.ts'
import { receivedRecordingsTable } from './pbx-tables.ts'

/** A WAV file of 16 bits at 8 kHz: a header, then the samples. */
const HEADER_BYTES = 44

const BYTES_PER_SECOND = 16_000

/**
 * Stores what the PBX has recorded, and lets it delete its copy. A crash in between brings the recording again: `store`
 * notes in its transaction that it was received. Nothing is stored if nobody spoke.
 */
export async function receiveOnce(
  { database, transact }: TelephonyPlatform,
  companyId: number,
  name: string,
  recorded: Pick<RecordedCall | RecordedMessage, 'read' | 'remove'>,
  store: (sound: Buffer, seconds: number) => Promise<void>,
): Promise<void> {
  if (!(await receivedRecordingsTable.exists(database.read, { company_id: companyId, name }))) {
    const sound = await recorded.read()
    const seconds = sound ? secondsOfRecording(sound) : 0
    if (sound && seconds > 0) await store(sound, seconds)
  }
  await recorded.remove()
  await transact(companyId, ({ db }) => receivedRecordingsTable.remove(db, { company_id: companyId, name }))
}

/** The length of what the PBX has recorded. */
const secondsOfRecording = ({ length }: Buffer): number =>
  Math.round(Math.max(0, length - HEADER_BYTES) / BYTES_PER_SECOND)
