import type { Db } from '../../chat-platform.ts'
import { realmUri } from '../../identity/realm-addresses.ts'
import type { Actor, User } from '../../identity/users/user.ts'
import { usersTable } from '../../identity/users/users-table.ts'
import { findReferences } from '../../markdown/find-references.ts'
import type { MarkdownContext, RenderedMarkdown } from '../../markdown/markdown-context.ts'
import { renderInTime } from '../../markdown/render-in-time.ts'
import { renderMarkdown, renderPlainly } from '../../markdown/render-markdown.ts'
import { accessStreamByName } from '../../streams/stream-access.ts'
import type { Rendering } from '../rendering.ts'

/**
 * Renders a message, and returns the people and streams that it names. Only streams that the author can see are linked.
 */
export async function renderContent(
  chat: Rendering,
  author: Actor,
  content: string,
): Promise<RenderedMarkdown> {
  const plain = renderPlainly(content, await chat.vocabularies.require(author.realm.id))
  if (plain) return plain
  const owner = { tenant: author.realm.id, person: author.user.id }
  const findUsers: FindUsers = (names) => chat.usersByName.getMany(author.realm.id, names)
  return renderInTime(
    chat,
    owner,
    content,
    await contextOf(chat, chat.database.read, findUsers, author, content),
  )
}

type FindUsers = (names: readonly string[]) => Promise<readonly User[]>

/**
 * The same for notices that the server writes within a transaction, which must not wait for a worker thread. Leaves out
 * linkifiers and syntax highlighting, which may be slow. The transaction may have created the people it names.
 */
export async function renderNotice(
  chat: Rendering,
  db: Db,
  author: Actor,
  content: string,
): Promise<RenderedMarkdown> {
  const findUsers: FindUsers = (names) =>
    usersTable.list(db, { realm_id: author.realm.id, name_key: names, is_active: 1 })
  const context = await contextOf(chat, db, findUsers, author, content)
  return renderMarkdown(content, { ...context, linkifiers: [], plainCode: true })
}

async function contextOf(
  chat: Rendering,
  db: Db,
  findUsers: FindUsers,
  author: Actor,
  content: string,
): Promise<MarkdownContext> {
  const { userNames, streamNames } = findReferences(content)
  return {
    ...(await chat.vocabularies.require(author.realm.id)),
    users: await findPeople(findUsers, userNames),
    streams: await findNamedStreams(db, author, streamNames),
    ownFiles: { realmId: author.realm.id, url: realmUri(chat.config.publicUrl, author.realm) },
  }
}

const nobody: MarkdownContext['users'] = new Map()

async function findPeople(findUsers: FindUsers, names: readonly string[]): Promise<MarkdownContext['users']> {
  if (names.length === 0) return nobody
  const plain = names.map((name) => name.replace(/\|\d+$/, ''))
  const found = new Map<string, { id: number; fullName: string }>()
  for (const user of await findUsers(plain)) {
    const target = { id: user.id, fullName: user.full_name }
    found.set(`${user.name_key}|${user.id}`, target)
    // Among people with the same name, a mention without id means the first.
    if (!found.has(user.name_key)) found.set(user.name_key, target)
  }
  return found
}

async function findNamedStreams(
  db: Db,
  author: Actor,
  names: readonly string[],
): Promise<MarkdownContext['streams']> {
  const found = new Map<string, { id: number; name: string }>()
  for (const name of names) {
    const stream = await accessStreamByName(db, author, name)
    if (stream) found.set(stream.name_key, { id: stream.id, name: stream.name })
  }
  return found
}
