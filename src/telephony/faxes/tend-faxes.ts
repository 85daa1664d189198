import { join } from 'node:path'
import { removeLeftovers } from '../../platform/files/content-folder.ts'
import type { RegularWork } from '../../platform/regular-work.ts'
import { makeAllFaxMailsDue } from '../fax-receiving/fax-mail-store.ts'
import { noteFaxEnded } from '../fax-receiving/note-fax-ended.ts'
import { receiveFax } from '../fax-receiving/receive-fax.ts'
import { sendDueFaxMails } from '../fax-receiving/send-due-fax-mails.ts'
import { sendDueFaxes } from '../fax-sending/send-due-faxes.ts'
import { createWokenWork } from '../fax-sending/woken-work.ts'
import type { Telephony } from '../telephony.ts'
import { isFaxOfCompany, makeAllFaxesDue } from './fax-store.ts'

const LOOK_EVERY_MS = 1_000
const OPEN_EVERY_MS = 2_000
const COLLECT_EVERY_MS = 3_600_000
/** A fax under way is younger. */
const LEFT_BEHIND_MS = 3_600_000

/** Faxes and their mails go out as soon as they are stored, and are looked for again and again. */
export async function tendFaxes(telephony: Telephony, work: RegularWork): Promise<void> {
  const { database, faxLine, follower, log } = telephony
  const stopping = new AbortController()
  const sendFaxes = () => sendDueFaxes(telephony, stopping.signal)
  const sendMails = () => sendDueFaxMails(telephony, stopping.signal)
  const workers = [
    // Two, so that a long fax does not hold up the others.
    createWokenWork(log, 'sending faxes', sendFaxes),
    createWokenWork(log, 'sending faxes', sendFaxes),
    createWokenWork(log, 'mailing faxes', sendMails),
  ]
  const wakeAll = () => {
    for (const worker of workers) worker.wake()
  }

  faxLine.listen((event) =>
    event.kind === 'received' ? receiveFax(telephony, event) : noteFaxEnded(telephony, event),
  )
  follower.listen(({ type }) => {
    if (type === 'fax.message.new') wakeAll()
  })
  const listener = await loadMailListener(telephony)
  // The process that we replace may still have the port.
  await listener?.open().catch((error) => log.error(`${error.message}; trying again`))
  faxLine.beforeStop(async () => {
    stopping.abort()
    await listener?.stop()
    await Promise.all(workers.map((worker) => worker.stop()))
  })
  await faxLine.start()

  await database.write(0, {
    async work({ db }) {
      await makeAllFaxesDue(db)
      await makeAllFaxMailsDue(db)
    },
  })
  wakeAll()
  if (listener) work.every(OPEN_EVERY_MS, 'listening for mail to be faxed', () => listener.open())
  work.every(LOOK_EVERY_MS, 'looking for faxes to send', async () => wakeAll())
  work.every(COLLECT_EVERY_MS, 'removing pages of faxes that are gone', () => collectFaxes(telephony))
}

/** Most servers take no mail, and need not load what reads it. */
async function loadMailListener(telephony: Telephony) {
  if (telephony.config.telephony.faxMailPort === undefined) return undefined
  const { createFaxMailListener } = await import('../fax-mail/fax-mail-listener.ts')
  return createFaxMailListener(telephony)
}

/** Pages without a row: of deleted faxes, and of processes that died between the two. */
export async function collectFaxes({ clock, config, database }: Telephony): Promise<void> {
  await removeLeftovers(join(config.dataDir, 'faxes'), clock.now() - LEFT_BEHIND_MS, (company, name) =>
    isFaxOfCompany(database.read, company, name.replace(/\.tiff$/, '')),
  )
}
