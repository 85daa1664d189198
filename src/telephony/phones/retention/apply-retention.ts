import { announceChanged, recordChange } from '../../company/audit/record-change.ts'
import { serverItself } from '../../identity/actor.ts'
import type { Company } from '../../identity/company.ts'
import { currentCompany } from '../../identity/current-company.ts'
import type { Identity } from '../../identity/identity.ts'
import type { TelephonyDb, TelephonyPlatform } from '../../telephony-platform.ts'
import { markRecorded } from '../calls/call-store.ts'
import { placeOfCallRecording } from '../calls/recordings/receive-call-recording.ts'
import { placeOfRecording } from '../pbx/place-of-recording.ts'
import { voicemailDeleted, voicemailView } from '../voicemail/voicemail-events.ts'
import { voicemailTable } from '../voicemail/voicemail-table.ts'
import {
  deleteCalls,
  deleteQueueCallsBefore,
  findRetention,
  listCallsEndedBefore,
  listRecordedBefore,
  listVoicemailBefore,
} from './phone-retention-store.ts'
import { type PhoneRetentionTable, phoneRetentionTable } from './phone-retention-table.ts'

const DAY_MS = 86_400_000
/** Small transactions, so that nobody waits for them. */
const CALLS_AT_ONCE = 200
const MESSAGES_AT_ONCE = 50
/** A call can come into line several times. */
const QUEUE_CALLS_AT_ONCE = 1000

/** Deletes some of what is too old. Returns whether there may be more. */
type DeleteOld = (
  platform: TelephonyPlatform,
  company: Company,
  oldestKept: (db: TelephonyDb) => Promise<number | undefined>,
) => Promise<boolean>

/** For what belongs to other districts. */
export type DeletesOfOthers = Readonly<Record<'texts_days' | 'faxes_days', DeleteOld>>

/** Deletes what companies do not want to keep any longer, in small steps. */
export async function applyRetention(
  identity: Identity,
  others: DeletesOfOthers,
  stopping?: AbortSignal,
): Promise<void> {
  for (const { company_id: id } of await phoneRetentionTable.list(identity.database.read, {})) {
    const company = await currentCompany(identity, id)
    if (!company) continue
    while (!stopping?.aborted && (await deleteOldCalls(identity, company)));
    while (!stopping?.aborted && (await deleteOldRecordings(identity, company)));
    while (!stopping?.aborted && (await deleteOldVoicemail(identity, company)));
    for (const kind of ['texts_days', 'faxes_days'] as const) {
      const kept = (db: TelephonyDb) => oldestKept(identity, db, id, kind)
      while (!stopping?.aborted && (await others[kind](identity, company, kept)));
    }
    if (stopping?.aborted) return
    await identity.transact(id, ({ db }) =>
      phoneRetentionTable.update(db, { company_id: id }, { applied_at: identity.clock.now() }),
    )
  }
}

type Kind = Exclude<keyof PhoneRetentionTable, 'company_id' | 'applied_at'>

/** Read in each transaction: the owner may just have decided to keep more. */
async function oldestKept(identity: Identity, db: TelephonyDb, id: number, kind: Kind) {
  const days = (await findRetention(db, id))[kind]
  return days === null ? undefined : identity.clock.now() - days * DAY_MS
}

/** Returns whether there may be more. */
async function deleteOldCalls(identity: Identity, company: Company): Promise<boolean> {
  const { clock, contents, legalHolds, transact } = identity
  const held = await legalHolds.heldUsers(company.id)
  const deleted = await transact(company.id, async (tx) => {
    const before = await oldestKept(identity, tx.db, company.id, 'calls_days')
    if (before === undefined) return []
    await deleteQueueCallsBefore(tx.db, company.id, before, held, QUEUE_CALLS_AT_ONCE)
    const calls = await listCallsEndedBefore(tx.db, company.id, before, held, CALLS_AT_ONCE)
    if (calls.length === 0) return []
    await deleteCalls(
      tx.db,
      company.id,
      calls.map(({ id }) => id),
    )
    await recordChange(tx, clock, serverItself(company), {
      action: 'retention.calls_deleted',
      id: company.public_id,
      before: { calls: calls.length },
      after: null,
    })
    return calls
  })
  // What a crash leaves here is collected later: see recording-jobs.ts.
  for (const { id, recording_size: size } of deleted) {
    if (size !== null) await contents.remove(placeOfCallRecording(company, id))
  }
  return deleted.length === CALLS_AT_ONCE
}

/** The calls stay. */
async function deleteOldRecordings(identity: Identity, company: Company): Promise<boolean> {
  const { clock, contents, legalHolds, transact } = identity
  const held = await legalHolds.heldUsers(company.id)
  const deleted = await transact(company.id, async (tx) => {
    const before = await oldestKept(identity, tx.db, company.id, 'recordings_days')
    if (before === undefined) return []
    const calls = await listRecordedBefore(tx.db, company.id, before, held, CALLS_AT_ONCE)
    if (calls.length === 0) return []
    for (const { id } of calls) await markRecorded(tx.db, company.id, id, null)
    await recordChange(tx, clock, serverItself(company), {
      action: 'retention.recordings_deleted',
      id: company.public_id,
      before: { recordings: calls.length },
      after: null,
    })
    return calls
  })
  // What a crash leaves here is collected later: see recording-jobs.ts.
  for (const { id } of deleted) await contents.remove(placeOfCallRecording(company, id))
  return deleted.length === CALLS_AT_ONCE
}

async function deleteOldVoicemail(identity: Identity, company: Company): Promise<boolean> {
  const { clock, contents, legalHolds, transact } = identity
  const held = await legalHolds.heldUsers(company.id)
  const deleted = await transact(company.id, async (tx) => {
    const before = await oldestKept(identity, tx.db, company.id, 'voicemail_days')
    if (before === undefined) return []
    const messages = await listVoicemailBefore(tx.db, company.id, before, held, MESSAGES_AT_ONCE)
    if (messages.length === 0) return []
    for (const message of messages) {
      await voicemailTable.remove(tx.db, { company_id: company.id, id: message.id })
      await tx.outbox.cancel('voicemail_mail', message.id)
      // Phones show fewer messages.
      announceChanged(tx, 'voicemail_message', message.id)
      tx.announce(voicemailDeleted(company, voicemailView(message, company.public_id)))
    }
    await recordChange(tx, clock, serverItself(company), {
      action: 'retention.voicemail_deleted',
      id: company.public_id,
      before: { messages: messages.length },
      after: null,
    })
    return messages
  })
  // What a crash leaves here is collected later: see voicemail-jobs.ts.
  for (const { id } of deleted) await contents.remove(placeOfRecording(company, id))
  return deleted.length === MESSAGES_AT_ONCE
}
