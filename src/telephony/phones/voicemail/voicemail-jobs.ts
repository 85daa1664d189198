import type { BackgroundJobs } from '../../../platform/concurrency/background-jobs.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'
import { mailHandler } from '../../../platform/mail-handler.ts'
import { announceChanged } from '../../company/audit/record-change.ts'
import { currentCompany } from '../../identity/current-company.ts'
import type { Identity } from '../../identity/identity.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { placeOfRecording } from '../pbx/place-of-recording.ts'
import { isHeldVoicemail } from './legal-hold-store.ts'
import { voicemailDeleted, voicemailView } from './voicemail-events.ts'
import { isVoicemailOfCompany } from './voicemail-store.ts'
import { voicemailTable } from './voicemail-table.ts'

const COLLECT_EVERY_MS = 3_600_000
/** Longer than it takes to store a message. */
const LEFT_BEHIND_MS = 3_600_000

declare module '../../../platform/database/outbox-table.ts' {
  interface OutboxPayloads {
    /** about a new message, whose id is the lane */
    voicemail_mail: VoicemailMail
  }
}

export interface VoicemailMail extends Pick<Mail, 'to' | 'subject' | 'text'> {
  /** whether the recording is attached */
  attaches: boolean
  /** whether the message is deleted once the mail is sent */
  deletes: boolean
}

export function startVoicemailJobs(identity: Identity, work: BackgroundJobs): void {
  const { mailer, outbox } = identity
  // Gives up after the last attempt. The message itself stays then.
  outbox.handle(
    'voicemail_mail',
    mailHandler(mailer, {
      compose: ({ tenant, lane, payload }) => composeMail(identity, tenant, lane, payload),
      async onSent({ tenant, lane, payload }) {
        if (payload.deletes) await removeMailedVoicemail(identity, tenant, lane)
      },
    }),
  )
  work.onLeader(COLLECT_EVERY_MS, 'deleting the recordings of deleted messages', () =>
    collectRecordings(identity),
  )
}

/** Deletes recordings without a row: of deleted messages, and from crashes between storing the two. */
export async function collectRecordings({ clock, contents, database }: TelephonyPlatform): Promise<void> {
  await contents.removeLeftovers('voicemail', clock.now() - LEFT_BEHIND_MS, (company, id) =>
    isVoicemailOfCompany(database.read, company, id),
  )
}

/** undefined if there is nothing to send any more */
async function composeMail(
  identity: Identity,
  companyId: number,
  id: string,
  { to, subject, text, attaches }: VoicemailMail,
): Promise<Mail | undefined> {
  const company = await currentCompany(identity, companyId)
  if (!company) return undefined
  const letter = { to, fromName: company.name, subject, text }
  if (!attaches) return letter
  if (!(await voicemailTable.find(identity.database.read, { company_id: company.id, id }))) return undefined
  const content = await identity.contents.read(placeOfRecording(company, id))
  return {
    ...letter,
    attachments: [{ filename: `voicemail-${id}.wav`, contentType: 'audio/wav', content }],
  }
}

/** Deletes a message whose recording has been mailed, unless it is held. Other mails about it are still sent. */
async function removeMailedVoicemail(identity: Identity, companyId: number, id: string): Promise<void> {
  const company = await currentCompany(identity, companyId)
  if (!company) return
  const held = await identity.legalHolds.heldUsers(company.id)
  const isDeleted = await identity.transact(company.id, async (tx) => {
    const message = await voicemailTable.find(tx.db, { company_id: company.id, id })
    if (!message || (await isHeldVoicemail(tx.db, message, held))) return false
    await voicemailTable.remove(tx.db, { company_id: company.id, id })
    announceChanged(tx, 'voicemail_message', id)
    tx.announce(voicemailDeleted(company, voicemailView(message, company.public_id)))
    return true
  })
  if (isDeleted) await identity.contents.remove(placeOfRecording(company, id))
}
