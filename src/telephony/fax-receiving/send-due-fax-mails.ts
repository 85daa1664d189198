import { isoDate } from '../../platform/clock.ts'
import { readContent } from '../../platform/files/content-folder.ts'
import { PDF } from '../../platform/files/sniff-type.ts'
import { type Mail, MailRefused } from '../../platform/mailer.ts'
import type { Company } from '../company/company.ts'
import type { FaxWithFile } from '../faxes/fax.ts'
import { findFax } from '../faxes/fax-store.ts'
import type { FaxMailsTable } from '../faxes/fax-tables.ts'
import { placeOfFile } from '../file-contents/keep-content.ts'
import { findFile } from '../files/file-store.ts'
import type { Telephony } from '../telephony.ts'
import { claimFaxMail, deleteFaxMail, listDueFaxMails, postponeFaxMail } from './fax-mail-store.ts'

const BATCH = 20
/** Longer than a mail server takes to accept a mail. */
const CLAIM_MS = 10 * 60_000
/** Over a day in all; then the address is given up. The fax itself stays. */
const pauses = [60_000, 300_000, 900_000, 3_600_000, 10_800_000, 21_600_000, 43_200_000]

/** Mails can go twice when the server dies between sending and noting it; none is lost. */
export async function sendDueFaxMails(telephony: Telephony, signal: AbortSignal): Promise<void> {
  for (;;) {
    const due = await listDueFaxMails(telephony.database.read, telephony.clock.now(), BATCH)
    if (due.length === 0) return
    for (const mail of due) {
      if (signal.aborted) return
      await sendOne(telephony, mail)
    }
  }
}

async function sendOne(telephony: Telephony, mail: FaxMailsTable): Promise<void> {
  const { clock, database, log, mailer } = telephony
  const write = <T>(work: (db: typeof database.read) => Promise<T>) =>
    database.write(mail.company_id, { work: ({ db }) => work(db) })
  if (!(await write((db) => claimFaxMail(db, mail, clock.now() + CLAIM_MS)))) return
  try {
    const letter = await composeMail(telephony, mail)
    if (letter) await mailer.send(letter)
    await write((db) => deleteFaxMail(db, mail))
  } catch (error) {
    const pause = error instanceof MailRefused ? undefined : pauses[mail.attempts]
    const about = { err: error, fax: mail.fax_id, mail: mail.id }
    if (pause === undefined) {
      log.error(about, 'a fax could not be mailed to a destination; giving up')
      await write((db) => deleteFaxMail(db, mail))
    } else {
      log.warn(about, 'a fax could not be mailed to a destination; trying again')
      await write((db) => postponeFaxMail(db, mail, clock.now() + pause))
    }
  }
}

/** undefined when there is nothing to send any more */
async function composeMail(
  { companies, config, database }: Telephony,
  mail: FaxMailsTable,
): Promise<Mail | undefined> {
  const company = await companies.get(mail.company_id)
  const fax = await findFax(database.read, mail.company_id, mail.fax_id)
  const file = fax && (await findFile(database.read, mail.company_id, fax.file_id))
  if (!company || !fax || !file?.content) return undefined
  const content = await readContent(placeOfFile(config.dataDir, company, file.content))
  const ending = file.mimetype === PDF ? 'pdf' : 'tiff'
  return {
    to: [mail.email],
    subject: `Fax from ${senderOf(fax)} (${countOf(fax.pages)})`,
    text: describeFax(company, fax),
    attachments: [{ filename: `fax-${fax.id}.${ending}`, contentType: file.mimetype, content }],
  }
}

function describeFax(company: Company, fax: FaxWithFile): string {
  return [
    `${company.name} has received a fax.`,
    '',
    `From:  ${senderOf(fax)}`,
    `To:    ${fax.to_number}`,
    `Pages: ${fax.error ?? fax.pages}`,
    `Time:  ${isoDate(fax.created_at)}`,
    '',
  ].join('\n')
}

const senderOf = ({ from_name, from_number }: FaxWithFile) =>
  [from_name, from_number].filter((text) => text !== '').join(', ') || 'an unknown number'

const countOf = (pages: number) => (pages === 1 ? '1 page' : `${pages} pages`)
