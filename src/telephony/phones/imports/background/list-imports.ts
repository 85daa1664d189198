import { HttpResponse } from '../../../http/http-response.ts'
import { pagingHeaders } from '../../../http/paging.ts'
import type { Actor } from '../../../identity/actor.ts'
import type { Page } from '../../../list-page.ts'
import type { TelephonyPlatform } from '../../../telephony-platform.ts'
import { importsViewerOf } from './extension-import-access.ts'
import { importRowView, importView } from './extension-import-events.ts'
import { listImportRows, listImports } from './extension-import-store.ts'
import type { ExtensionImportsTable, ImportRowStatus } from './extension-import-tables.ts'

export async function showImports(
  { database }: TelephonyPlatform,
  actor: Actor,
  page: Page,
): Promise<HttpResponse> {
  const { company } = actor
  const { items, total } = await listImports(database.read, company.id, importsViewerOf(actor), page)
  const views = items.map((one) => importView(one, company.public_id))
  return new HttpResponse(views, { headers: pagingHeaders(page, total) })
}

export async function showImportRows(
  { database }: TelephonyPlatform,
  one: ExtensionImportsTable,
  status: ImportRowStatus | undefined,
  page: Page,
): Promise<HttpResponse> {
  const { items, total } = await listImportRows(database.read, one, status, page)
  return new HttpResponse(items.map(importRowView), { headers: pagingHeaders(page, total) })
}
