import type { Readable } from 'node:stream'
import { simpleParser } from 'mailparser'
import { safeName } from '../../platform/files/safe-name.ts'
import { PDF, sniffType, TIFF } from '../../platform/files/sniff-type.ts'
import { MOST_FILE_BYTES } from '../file-contents/keep-content.ts'
import type { Upload } from '../file-contents/read-upload.ts'
import { MailRefusal } from './mail-refusal.ts'

/** The largest document as mail writes it, four letters for three bytes and line ends, and some text. */
export const MOST_MAIL_BYTES = Math.ceil(MOST_FILE_BYTES * 1.4) + 1_048_576

export interface FaxedMail {
  messageId: string | undefined
  subject: string
  document: Upload
  /** what servers on the way say about the sender, the last one first */
  verdicts: readonly string[]
}

/** The one PDF or TIFF of a mail. What else is attached (a logo, a business card) does not count. */
export async function readFaxedMail(stream: Readable): Promise<FaxedMail> {
  const mail = await simpleParser(await collect(stream), {
    skipHtmlToText: true,
    skipTextToHtml: true,
    skipImageLinks: true,
    skipTextLinks: true,
  })
  const documents = mail.attachments.filter(({ content }) => [PDF, TIFF].includes(sniffType(content)))
  const [document, another] = documents
  if (!document) throw new MailRefusal(554, '5.6.0 The mail has no PDF or TIFF attached')
  if (another) throw new MailRefusal(554, '5.6.0 The mail has several documents attached: send one at a time')
  return {
    messageId: mail.messageId,
    subject: (mail.subject ?? '').replace(/\p{Cc}+/gu, ' ').slice(0, 500),
    verdicts: mail.headerLines
      .filter(({ key }) => key === 'authentication-results')
      .map(({ line }) => line.slice(line.indexOf(':') + 1)),
    document: { bytes: document.content, name: safeName(document.filename ?? '') },
  }
}

/** To the end, since SMTP has no other way to stop a sender; but no more is kept than we take. */
async function collect(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size <= MOST_MAIL_BYTES) chunks.push(chunk)
    else chunks.length = 0
  }
  if (size > MOST_MAIL_BYTES) throw new MailRefusal(552, '5.3.4 The mail is too large: a fax may have 50 MB')
  return Buffer.concat(chunks)
}
