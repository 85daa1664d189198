import type { Answer } from '../http/answer.ts'
import type { Company } from '../identity/company.ts'
import { currentCompany } from '../identity/current-company.ts'
import type { Identity } from '../identity/identity.ts'
import { notFound } from '../problem.ts'
import type { TelephonyPlatform } from '../telephony-platform.ts'
import { downloadAnswer } from './contents/download-answer.ts'
import { placeOfFile } from './contents/keep-content.ts'
import { checkIsUploaded } from './file-access.ts'
import { findFile } from './file-store.ts'
import type { FilesTable } from './file-tables.ts'
import { readSharedFileToken } from './shared-file-url.ts'

export async function downloadFile(
  { contents }: TelephonyPlatform,
  company: Company,
  file: FilesTable,
): Promise<Answer> {
  checkIsUploaded(file)
  const content = await contents.stream(placeOfFile(company, file.content))
  if (!content) throw notFound('The contents of this file are gone')
  const { mimetype } = file
  return downloadAnswer(content.stream, {
    size: content.size,
    mimetype,
    name: file.uploaded_name || file.name,
  })
}

/** For anybody with the address, while it is valid. */
export async function downloadSharedFile(identity: Identity, token: string): Promise<Answer> {
  const shared = readSharedFileToken(identity, token)
  const company = shared && (await currentCompany(identity, shared.companyId))
  const file = shared && (await findFile(identity.database.read, shared.companyId, shared.id))
  if (company?.status !== 'active' || !file) throw notFound('This address is not valid, or has expired')
  return downloadFile(identity, company, file)
}
