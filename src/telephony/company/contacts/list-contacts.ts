import { Answer } from '../../http/answer.ts'
import { pagingHeaders } from '../../http/paging.ts'
import type { Actor } from '../../identity/actor.ts'
import { type ContactFilter, listContacts } from '../../identity/contact-store.ts'
import type { Page } from '../../list-page.ts'
import type { Directory } from '../directory.ts'
import { showContacts } from './show-contact.ts'

/** 204 without a body if no user matches. */
export async function listCompanyContacts(
  directory: Directory,
  actor: Actor,
  filter: ContactFilter,
  page: Page,
): Promise<Answer> {
  return directory.pages.get(actor, `contacts ${JSON.stringify({ filter, page })}`, async () => {
    const { read } = directory.database
    const { items, total } = await listContacts(read, actor.company.id, filter, page)
    const headers = pagingHeaders(page, total)
    if (items.length === 0) return new Answer(undefined, { status: 204, headers })
    return new Answer(await showContacts(directory, read, actor.company, items), { headers })
  })
}
