import { secondsOf } from '../../../platform/clock.ts'
import { badRequest, ChatError } from '../../chat-error.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { Actor } from '../../identity/users/user.ts'
import { checkContent } from '../message-content.ts'
import {
  type SavedSnippetView,
  snippetRemoved,
  snippetStored,
  viewSavedSnippet,
} from './saved-snippet-events.ts'
import { savedSnippetsTable } from './saved-snippets-table.ts'

/** Every registration sends all of them. */
const SNIPPETS_LIMIT = 500
const TITLE_LIMIT = 60

export interface SnippetInput {
  title: string
  content: string
}

export async function getSavedSnippets(chat: ChatPlatform, actor: Actor): Promise<SavedSnippetView[]> {
  return (
    await savedSnippetsTable.list(chat.database.read, { realm_id: actor.realm.id, user_id: actor.user.id })
  ).map(viewSavedSnippet)
}

export function addSavedSnippet(chat: ChatPlatform, actor: Actor, input: SnippetInput): Promise<number> {
  const title = checkTitle(input.title)
  const content = checkSnippet(input.content)
  return chat.transact(actor.realm.id, async (transaction) => {
    const known = await savedSnippetsTable.list(transaction.db, {
      realm_id: actor.realm.id,
      user_id: actor.user.id,
    })
    if (known.length >= SNIPPETS_LIMIT) {
      throw badRequest(`Too many saved snippets (limit: ${SNIPPETS_LIMIT})`)
    }
    const row = {
      realm_id: actor.realm.id,
      user_id: actor.user.id,
      id: await transaction.next('saved_snippets'),
      title,
      content,
      created_at: secondsOf(chat.clock),
    }
    await savedSnippetsTable.insert(transaction.db, row)
    transaction.announce(snippetStored(actor.user.id, 'add', viewSavedSnippet(row)))
    return row.id
  })
}

/** Undefined fields keep their value. */
export async function changeSavedSnippet(
  chat: ChatPlatform,
  actor: Actor,
  id: number,
  input: { title: string | undefined; content: string | undefined },
): Promise<void> {
  const title = input.title === undefined ? undefined : checkTitle(input.title)
  const content = input.content === undefined ? undefined : checkSnippet(input.content)
  await chat.transact(actor.realm.id, async (transaction) => {
    const known = await savedSnippetsTable.list(transaction.db, {
      realm_id: actor.realm.id,
      user_id: actor.user.id,
    })
    const before = known.find((snippet) => snippet.id === id)
    if (!before) throw noSuchSnippet()
    const row = { ...before, title: title ?? before.title, content: content ?? before.content }
    if (row.title === before.title && row.content === before.content) return
    await savedSnippetsTable.update(transaction.db, row, { title: row.title, content: row.content })
    transaction.announce(snippetStored(actor.user.id, 'update', viewSavedSnippet(row)))
  })
}

export function removeSavedSnippet(chat: ChatPlatform, actor: Actor, id: number): Promise<void> {
  return chat.transact(actor.realm.id, async (transaction) => {
    const { realm, user } = actor
    if (!(await savedSnippetsTable.remove(transaction.db, { realm_id: realm.id, user_id: user.id, id })))
      throw noSuchSnippet()
    transaction.announce(snippetRemoved(user.id, id))
  })
}

function checkTitle(title: string): string {
  const trimmed = title.trim()
  if (trimmed === '') throw badRequest('title cannot be blank')
  if ([...trimmed].length > TITLE_LIMIT) {
    throw badRequest(`title is too long (limit: ${TITLE_LIMIT} characters)`)
  }
  return trimmed
}

function checkSnippet(content: string): string {
  if (content.trim() === '') throw badRequest('content cannot be blank')
  return checkContent(content)
}

/** A snippet of another person is reported as missing. */
const noSuchSnippet = () => new ChatError('Saved snippet does not exist.', { status: 404 })
