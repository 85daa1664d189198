import { PDF, TIFF } from '../../../platform/files/sniff-type.ts'
import { MailRefusal } from '../../../platform/mail/mail-refusal.ts'
import { parseUntrusted } from '../../../platform/parsers/parse-untrusted.ts'
import type { ReceivedFile } from '../../../platform/uploads/received-file.ts'
import type { Upload } from '../../../platform/uploads/upload-slots.ts'
import { MOST_FILE_BYTES } from '../../files/contents/keep-content.ts'
import { tenantOf } from '../../http/parse-body.ts'
import type { Company } from '../../identity/company.ts'

/** The largest document in base64 with line ends, and some text. */
export const MAX_MAIL_BYTES = Math.ceil(MOST_FILE_BYTES * 1.4) + 1_048_576

export interface FaxedMail {
  messageId: string | undefined
  subject: string
  document: ReceivedFile
}

/** The only PDF or TIFF of a mail. Other attachments, such as logos, are ignored. */
export async function readFaxedMail(path: string, company: Company, upload: Upload): Promise<FaxedMail> {
  const { messageId, subject, files } = await parseUntrusted(tenantOf(company), {
    format: 'mail',
    path,
    filePaths: [upload.newPath(), upload.newPath()],
    fileTypes: [PDF, TIFF],
  })
  const [document, another] = files
  if (!document) throw new MailRefusal(554, '5.6.0 The mail has no PDF or TIFF attached')
  if (another) throw new MailRefusal(554, '5.6.0 The mail has several documents attached: send one at a time')
  return { messageId, subject: subject.replace(/\p{Cc}+/gu, ' ').slice(0, 500), document }
}
