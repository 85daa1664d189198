import type { Identity } from '../../identity/identity.ts'
import { listInvitationsToMail } from './invitation-store.ts'
import { mailInvitation } from './mail-invitation.ts'

const AT_ONCE = 20
const FIRST_PAUSE_MS = 60_000
const LONGEST_PAUSE_MS = 3_600_000
/** Beyond this many addresses that cannot be reached, the first is tried again early. */
const PAUSES_KEPT = 1000

export interface InvitationOutbox {
  /** Mails some of those that are due. Whether there may be more. */
  run(): Promise<boolean>
}

/** What is due is in the database; only who has to wait after a failure is in memory. */
export function createInvitationOutbox(identity: Identity): InvitationOutbox {
  const { clock, database, log } = identity
  const pauses = new Map<string, { until: number; length: number }>()
  return {
    async run() {
      const now = clock.now()
      const waiting = [...pauses].filter(([, { until }]) => until > now).map(([id]) => id)
      const due = await listInvitationsToMail(database.read, now, waiting, AT_ONCE)
      for (const contact of due) {
        try {
          await mailInvitation(identity, contact)
          pauses.delete(contact.id)
        } catch (error) {
          const length = Math.min(
            (pauses.get(contact.id)?.length ?? FIRST_PAUSE_MS / 2) * 2,
            LONGEST_PAUSE_MS,
          )
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
