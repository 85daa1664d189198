import { contactOfCompany } from '../../company/contacts/contact-access.ts'
import type { Directory } from '../../company/directory.ts'
import { HttpResponse } from '../../http/http-response.ts'
import { pagingHeaders } from '../../http/paging.ts'
import type { Actor } from '../../identity/actor.ts'
import { viewerOf } from '../../identity/permissions.ts'
import type { Page } from '../../list-page.ts'
import { forbidden, notFound } from '../../problem.ts'
import { type Extension, extensionsTable } from './extension.ts'
import { type ExtensionFilter, listExtensions } from './extension-store.ts'
import type { ExtensionView } from './extension-view.ts'
import { showExtensions } from './show-extension.ts'

/** An empty list is a 404, as specified, even if only the page is out of range. */
export async function listInstanceExtensions(
  directory: Directory,
  actor: Actor,
  filter: ExtensionFilter,
  page: Page,
): Promise<HttpResponse> {
  const visible = { ...filter, userId: viewerOf(actor, 'see extensions') ?? filter.userId }
  return directory.pages.get(actor, `extensions ${JSON.stringify({ filter: visible, page })}`, async () => {
    const { read } = directory.database
    const { items, total } = await listExtensions(read, actor.company.id, visible, page)
    if (items.length === 0) throw notFound('No extensions found')
    return new HttpResponse(await showExtensions(directory, read, actor, items), {
      headers: pagingHeaders(page, total),
    })
  })
}

/** `unassigned` means no purpose, though assigned to the user. */
export async function listAccountExtensions(
  directory: Directory,
  actor: Actor,
  contactId: string,
  purpose: 'softphone' | 'unassigned' | undefined,
): Promise<ExtensionView[]> {
  const { read } = directory.database
  const contact = await contactOfCompany(directory, actor, contactId)
  const viewer = viewerOf(actor, 'see extensions')
  if (viewer !== undefined && viewer !== contact.id) throw forbidden('These are extensions of another person')
  const extensions = await extensionsTable.list(read, { company_id: actor.company.id, user_id: contact.id })
  const wanted = (one: Extension) =>
    purpose === undefined || one.purpose === (purpose === 'softphone' ? 'mobile-app' : '')
  return showExtensions(directory, read, actor, extensions.filter(wanted))
}
