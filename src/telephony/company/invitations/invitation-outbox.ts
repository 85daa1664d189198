import type { Directory } from '../directory.ts'
import { listInvitationsToMail } from './invitation-store.ts'
import { mailInvitation } from './mail-invitation.ts'

const AT_ONCE = 20
const FIRST_PAUSE_MS = 60_000
const MAX_PAUSE_MS = 3_600_000
/** With more failing addresses than this, the oldest is retried early. */
const PAUSES_KEPT = 1000

export interface InvitationOutbox {
  /** Sends a batch of due mails. Returns whether there may be more. */
  run(): Promise<boolean>
}

/** The database knows which mails are due. Only the backoff after failures is in memory. */
export function createInvitationOutbox(directory: Directory): InvitationOutbox {
  const { clock, database, log } = directory
  const pauses = new Map<string, { until: number; length: number }>()
  return {
    async run() {
      const now = clock.now()
      const waiting = [...pauses].filter(([, { until }]) => until > now).map(([id]) => id)
      const due = await listInvitationsToMail(database.read, now, waiting, AT_ONCE)
      for (const contact of due) {
        try {
          await mailInvitation(directory, contact)
          pauses.delete(contact.id)
        } catch (error) {
          const length = Math.min((pauses.get(contact.id)?.length ?? FIRST_PAUSE_MS / 2) * 2, MAX_PAUSE_MS)
          pauses.delete(contact.id)
          pauses.set(contact.id, { until: clock.now() + length, length })
          if (pauses.size > PAUSES_KEPT) pauses.delete(pauses.keys().next().value!)
          log.warn({ err: error, contact: contact.id }, 'an invitation could not be mailed; trying again')
        }
      }
      return due.length === AT_ONCE
    },
  }
}
