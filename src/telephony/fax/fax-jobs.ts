import type { BackgroundJobs } from '../../platform/concurrency/background-jobs.ts'
import { type LeaderTask, startLeaderTask } from '../../platform/nodes/leader-task.ts'
import { releaseEntries } from '../../platform/outbox/outbox-store.ts'
import { currentCompany } from '../identity/current-company.ts'
import type { Identity } from '../identity/identity.ts'
import type { TelephonyPlatform } from '../telephony-platform.ts'
import type { FaxLineEvent } from './faxes/fax-line.ts'
import { findCompanyOfFax, findFax, isFaxOfCompany } from './faxes/fax-store.ts'
import type { Faxing } from './faxing.ts'
import { handleFaxMails } from './receiving/fax-mails.ts'
import { receiveFax } from './receiving/receive-fax.ts'
import { noteProgress } from './sending/fax-progress.ts'
import { handleFaxes } from './sending/fax-sender.ts'
import { noteFailure } from './sending/note-failure.ts'

const OPEN_EVERY_MS = 2_000
const COLLECT_EVERY_MS = 3_600_000
/** Longer than any fax is being sent. */
const LEFT_BEHIND_MS = 3_600_000

/** The leader sends faxes and mails, out of the outbox. Every server accepts mail to be faxed. */
export async function startFaxJobs(faxing: Faxing, work: BackgroundJobs): Promise<LeaderTask> {
  const { clock, database, leadership, faxLine, log, outbox } = faxing
  let isOpen = false
  handleFaxes(faxing, () => isOpen)
  handleFaxMails(faxing)
  faxLine.listen((event) =>
    event.kind === 'received' ? receiveFax(faxing, event) : noteFaxEnded(faxing, event),
  )
  const listener = await loadMailListener(faxing)
  // The process that this one replaces may still use the port.
  await listener?.open().catch((error) => log.error(`${error.message}; trying again`))
  const term = await startLeaderTask(leadership, log, 'opening the fax line', {
    async begin() {
      await faxLine.start()
      // Of the previous leader. The line recognizes a fax by its id, so it can be sent again at once.
      await database.write(0, { work: ({ db }) => releaseEntries(db, 'fax', clock.now(), true) })
      isOpen = true
      outbox.wake('fax')
    },
    async end() {
      isOpen = false
      await faxLine.stop()
    },
  })
  if (listener) work.every(OPEN_EVERY_MS, 'listening for mail to be faxed', () => listener.open())
  work.onLeader(COLLECT_EVERY_MS, 'deleting the pages of deleted faxes', () => collectFaxes(faxing))
  return {
    get isRunning() {
      return term.isRunning
    },
    async stop() {
      await listener?.stop()
      await term.stop()
    },
  }
}

/** Loaded on demand: most servers accept no mail. */
async function loadMailListener(faxing: Faxing) {
  if (faxing.config.telephony.faxMail === undefined) return undefined
  const { createFaxMailListener } = await import('./mail/fax-mail-listener.ts')
  return createFaxMailListener(faxing)
}

/** Deletes pages without a row: of deleted faxes, and from crashes between storing the two. */
export async function collectFaxes({ clock, contents, database }: TelephonyPlatform): Promise<void> {
  await contents.removeLeftovers('faxes', clock.now() - LEFT_BEHIND_MS, (company, name) =>
    isFaxOfCompany(database.read, company, name.replace(/\.tiff$/, '')),
  )
}

/** Stores the result that the line reports. Duplicates have no effect. */
async function noteFaxEnded(
  identity: Identity,
  event: Extract<FaxLineEvent, { kind: 'ended' }>,
): Promise<boolean> {
  const { id } = event
  const companyId = await findCompanyOfFax(identity.database.read, id)
  const company = companyId === undefined ? undefined : await currentCompany(identity, companyId)
  if (!company) return false
  if (event.status === 'delivered') {
    await noteProgress(identity, company, id, () => ({
      progress: { status: 'delivered', error: null },
      nextAttemptAt: null,
    }))
    return true
  }
  const fax = await findFax(identity.database.read, company.id, id)
  // A failure that was reported before is in its status already.
  if (fax?.status === 'sending') await noteFailure(identity, company, fax, event.failure)
  return true
}
