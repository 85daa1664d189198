import { Answer } from '../http/answer.ts'
import { pagingHeaders } from '../http/paging.ts'
import type { Actor } from '../identity/actor.ts'
import type { Company } from '../identity/company.ts'
import { viewerOf } from '../identity/permissions.ts'
import type { Page } from '../list-page.ts'
import type { TelephonyPlatform } from '../telephony-platform.ts'
import { listFiles, withPreviews } from './file-store.ts'
import type { FilesTable } from './file-tables.ts'
import { type FileView, fileView } from './file-view.ts'

/** A page of a thousand files must not become a response of hundreds of megabytes. */
const PREVIEWS_OF_A_PAGE = 8_000_000

export async function showFile(
  { database }: TelephonyPlatform,
  company: Company,
  file: FilesTable,
): Promise<FileView> {
  const [stored] = await withPreviews(database.read, company.id, [file])
  return fileView(stored!, company.public_id)
}

/** The files of the actor; for the owner, all of the company. */
export async function listOwnFiles(platform: TelephonyPlatform, actor: Actor, page: Page): Promise<Answer> {
  const { read } = platform.database
  const { company } = actor
  const { items, total } = await listFiles(read, company.id, viewerOf(actor, 'see files'), page)
  const files = await withPreviews(read, company.id, items, PREVIEWS_OF_A_PAGE)
  return new Answer(
    files.map((file) => fileView(file, company.public_id)),
    { headers: pagingHeaders(page, total) },
  )
}
