import { readableTime } from '../../../platform/clock.ts'
import type { OutboxPayloads } from '../../../platform/database/outbox-table.ts'
import { PDF } from '../../../platform/files/sniff-type.ts'
import type { Mail } from '../../../platform/mail/mailer.ts'
import { mailHandler } from '../../../platform/mail-handler.ts'
import { placeOfFile } from '../../files/contents/keep-content.ts'
import { filesTable } from '../../files/file-tables.ts'
import type { Company } from '../../identity/company.ts'
import { findContactByEmail } from '../../identity/contact-store.ts'
import { currentCompany } from '../../identity/current-company.ts'
import type { Identity } from '../../identity/identity.ts'
import type { FaxWithFile } from '../faxes/fax.ts'
import { findFax } from '../faxes/fax-store.ts'

declare module '../../../platform/database/outbox-table.ts' {
  interface OutboxPayloads {
    /** about a fax that was received or could not be sent, whose id is the lane */
    fax_mail: { faxId: string; email: string }
  }
}

/** Gives up after the last attempt. The fax itself stays. */
export function handleFaxMails(identity: Identity): void {
  const { mailer, outbox } = identity
  outbox.handle(
    'fax_mail',
    mailHandler(mailer, {
      compose: ({ tenant, payload }) => composeMail(identity, tenant, payload),
    }),
  )
}

/** undefined if there is nothing to send any more */
async function composeMail(
  identity: Identity,
  companyId: number,
  mail: OutboxPayloads['fax_mail'],
): Promise<Mail | undefined> {
  const { config, contents, database } = identity
  const company = await currentCompany(identity, companyId)
  const fax = await findFax(database.read, companyId, mail.faxId)
  const file = fax && (await filesTable.find(database.read, { company_id: companyId, id: fax.file_id }))
  if (!company || !fax || !file?.content) return undefined
  const recipient = await findContactByEmail(database.read, companyId, mail.email)
  const time = readableTime(fax.created_at, recipient?.profile.timezone)
  const link = `${config.publicUrl}/portal/faxes/${fax.id}`
  const letter = { to: [mail.email], fromName: company.name }
  if (fax.direction === 'outbound') return { ...letter, ...describeFailure(fax, time, link) }
  const content = await contents.read(placeOfFile(company, file.content))
  const ending = file.mimetype === PDF ? 'pdf' : 'tiff'
  return {
    ...letter,
    subject: `Fax from ${senderOf(fax)} (${countOf(fax.pages)})`,
    text: describeFax(company, fax, time, link),
    attachments: [{ filename: `fax-${fax.id}.${ending}`, contentType: file.mimetype, content }],
  }
}

function describeFailure(fax: FaxWithFile, time: string, link: string): Pick<Mail, 'subject' | 'text'> {
  const lines = [
    'Hello,',
    '',
    `Your fax to ${fax.to_number} could not be sent.`,
    '',
    `Reason:  ${fax.error ?? 'unknown'}`,
    ...(fax.subject === '' ? [] : [`Subject: ${fax.subject}`]),
    `Pages:   ${fax.pages}`,
    `Time:    ${time}`,
    '',
    'See the fax, and send it again:',
    link,
    '',
  ]
  return { subject: `Your fax to ${fax.to_number} was not sent`, text: lines.join('\n') }
}

function describeFax(company: Company, fax: FaxWithFile, time: string, link: string): string {
  return [
    'Hello,',
    '',
    `${company.name} has received a fax. It is attached.`,
    '',
    `From:  ${senderOf(fax)}`,
    `To:    ${fax.to_number}`,
    `Pages: ${pagesOf(fax)}`,
    `Time:  ${time}`,
    '',
    'See the fax:',
    link,
    '',
  ].join('\n')
}

const senderOf = ({ from_name, from_number }: FaxWithFile) =>
  [from_name, from_number].filter((text) => text !== '').join(', ') || 'an unknown number'

const pagesOf = ({ error, pages }: FaxWithFile) =>
  error === null ? pages : pages === 0 ? error : `${pages} (${error})`

const countOf = (pages: number) => (pages === 1 ? '1 page' : `${pages} pages`)
