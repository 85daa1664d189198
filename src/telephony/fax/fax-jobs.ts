import type { BackgroundJobs } from '../../platform/concurrency/background-jobs.ts'
import { type LeaderTask, startLeaderTask } from '../../platform/nodes/leader-task.ts'
import { makeAllMailsDue } from '../queued-mail-store.ts'
import type { TelephonyPlatform } from '../telephony-platform.ts'
import { isFaxOfCompany, makeAllFaxesDue } from './faxes/fax-store.ts'
import type { Faxing } from './faxing.ts'
import { noteFaxEnded } from './note-fax-ended.ts'
import { receiveFax } from './receiving/receive-fax.ts'
import { createFaxSender, type FaxSender } from './sending/fax-sender.ts'

const INTERVAL_MS = 1_000
const OPEN_EVERY_MS = 2_000
const COLLECT_EVERY_MS = 3_600_000
/** Longer than any fax is being sent. */
const LEFT_BEHIND_MS = 3_600_000

/**
 * The leader sends faxes and mails as soon as they are stored, and polls for due ones. Every server accepts mail to be
 * faxed.
 */
export async function startFaxJobs(faxing: Faxing, work: BackgroundJobs): Promise<LeaderTask> {
  const { leadership, faxLine, follower, log } = faxing
  let sender: FaxSender | undefined
  faxLine.listen((event) =>
    event.kind === 'received' ? receiveFax(faxing, event) : noteFaxEnded(faxing, event),
  )
  follower.on('fax.message.new', () => sender?.wake())
  const listener = await loadMailListener(faxing)
  // The process that this one replaces may still use the port.
  await listener?.open().catch((error) => log.error(`${error.message}; trying again`))
  const term = await startLeaderTask(leadership, log, 'opening the fax line', {
    async begin() {
      await faxLine.start()
      await resumeWork(faxing)
      sender ??= createFaxSender(faxing)
      sender.wake()
    },
    async end() {
      await sender?.stop()
      sender = undefined
      await faxLine.stop()
    },
  })
  if (listener) work.every(OPEN_EVERY_MS, 'listening for mail to be faxed', () => listener.open())
  work.onLeader(INTERVAL_MS, 'looking for faxes to send', async () => sender?.wake())
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

/**
 * Resumes the work of the previous leader. The line recognizes a fax by its id, so it can be sent again at once. A mail
 * has no such id: unless this server is alone, it waits until the claim expires.
 */
async function resumeWork({ database, isAlone }: TelephonyPlatform): Promise<void> {
  await database.write(0, {
    async work({ db }) {
      await makeAllFaxesDue(db)
      if (isAlone) await makeAllMailsDue(db, 'fax_mails')
    },
  })
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
