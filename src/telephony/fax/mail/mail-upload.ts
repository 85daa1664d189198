import type { Upload } from '../../../platform/uploads/upload-slots.ts'
import { uploadProblem } from '../../http/upload-problem.ts'
import type { Author } from '../../identity/actor.ts'
import { uploaderOf } from '../../identity/actor.ts'
import type { TelephonyPlatform } from '../../telephony-platform.ts'
import { MAX_MAIL_BYTES } from './read-faxed-mail.ts'

/** A mail counts as an upload of its API key, or of its sender. */
export async function withMailUpload<T>(
  { uploads }: TelephonyPlatform,
  { company, contact, caller }: Author,
  work: (upload: Upload) => Promise<T>,
): Promise<T> {
  const tenant = `telephony ${company.id}`
  let upload: Upload | undefined
  try {
    upload = uploads.begin({ key: `${tenant} ${uploaderOf(caller, contact)}`, tenant })
    return await work(upload)
  } catch (error) {
    throw uploadProblem(error, MAX_MAIL_BYTES)
  } finally {
    await upload?.end()
  }
}
