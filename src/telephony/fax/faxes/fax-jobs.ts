import type { BackgroundJobs } from '../../../platform/background-jobs.ts'
import { type LeaderTask, startLeaderTask } from '../../../platform/nodes/leader-task.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import type { Faxing } from '../faxing.ts'
import { makeAllFaxMailsDue } from '../receiving/fax-mail-store.ts'
import { noteFaxEnded } from '../receiving/note-fax-ended.ts'
import { receiveFax } from '../receiving/receive-fax.ts'
import { createFaxSender, type FaxSender } from '../sending/fax-sender.ts'
import { isFaxOfCompany, makeAllFaxesDue } from './fax-store.ts'

const LOOK_EVERY_MS = 1_000
const OPEN_EVERY_MS = 2_000
const COLLECT_EVERY_MS = 3_600_000
/** A fax under way is younger. */
const LEFT_BEHIND_MS = 3_600_000

/**
 * Faxes and their mails go out as soon as they are stored, and are looked for again and again, by the server that
 * is the leader. Every server accepts mail to be faxed.
 */
export async function startFaxJobs(faxing: Faxing, work: BackgroundJobs): Promise<LeaderTask> {
  const { leadership, faxLine, follower, log } = faxing
  let sender: FaxSender | undefined
  faxLine.listen((event) =>
    event.kind === 'received' ? receiveFax(faxing, event) : noteFaxEnded(faxing, event),
  )
  follower.on('fax.message.new', () => sender?.wake())
  const listener = await loadMailListener(faxing)
  // The process that we replace may still have the port.
  await listener?.open().catch((error) => log.error(`${error.message}; trying again`))
  const term = await startLeaderTask(leadership, log, 'opening the fax line', {
    async begin() {
      await faxLine.start()
      await takeUp(faxing)
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
  work.onLeader(LOOK_EVERY_MS, 'looking for faxes to send', async () => sender?.wake())
  work.onLeader(COLLECT_EVERY_MS, 'removing pages of faxes that are gone', () => collectFaxes(faxing))
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
 * What the former one was at. A fax has a name by which the line knows it, so it may be sent again while somebody
 * is still at it. A mail has none: unless nobody else can be there, it waits for the end of the claim.
 */
async function takeUp({ database, isAlone }: TelephonyPlatform): Promise<void> {
  await database.write(0, {
    async work({ db }) {
      await makeAllFaxesDue(db)
      if (isAlone) await makeAllFaxMailsDue(db)
    },
  })
}

/** Most servers take no mail, and need not load what reads it. */
async function loadMailListener(faxing: Faxing) {
  if (faxing.config.telephony.faxMail === undefined) return undefined
  const { createFaxMailListener } = await import('../mail/fax-mail-listener.ts')
  return createFaxMailListener(faxing)
}

/** Pages without a row: of deleted faxes, and of processes that died between the two. */
export async function collectFaxes({ clock, contents, database }: TelephonyPlatform): Promise<void> {
  await contents.removeLeftovers('faxes', clock.now() - LEFT_BEHIND_MS, (company, name) =>
    isFaxOfCompany(database.read, company, name.replace(/\.tiff$/, '')),
  )
}
