import type { ParsedRow, TableColumn } from '../../../platform/parsers/parse-rows.ts'
import { parseUntrusted } from '../../../platform/parsers/parse-untrusted.ts'
import { checkEmail, checkFullName } from '../../accounts/create-user.ts'
import { isOutsideDomains } from '../../accounts/domains/check-email-domain.ts'
import { ChatError } from '../../chat-error.ts'
import type { ChatPlatform, Db } from '../../chat-platform.ts'
import type { Realm } from '../../identity/realms/realm.ts'
import { isBot, type User } from '../../identity/users/user.ts'
import { type Role, usersTable } from '../../identity/users/users-table.ts'
import { userGroupsTable } from '../../people/user-groups/user-groups-table.ts'
import type { Stream } from '../../streams/stream.ts'
import { listStreams } from '../../streams/stream-store.ts'
import { listSubscriptionRows } from '../../streams/subscriptions/subscription-store.ts'

const MAX_ROWS = 10_000

const text = (name: string): [string, TableColumn] => [name, { pointer: `/${name}`, kind: 'text' }]

/** The columns of the file. An empty cell, or an absent column, changes nothing. */
const columns: ReadonlyMap<string, TableColumn> = new Map([
  text('email'),
  text('name'),
  text('role'),
  ['active', { pointer: '/active', kind: 'boolean' }],
  text('groups'),
  text('streams'),
])

interface Cells {
  email?: string
  name?: string
  role?: string
  active?: boolean | string
  groups?: string
  streams?: string
}

/** What a row of the file does to a person. */
export interface PlannedPerson {
  /** of the file, counted from 1 */
  line: number
  email: string
  /** undefined: nobody has the address yet */
  userId: number | undefined
  action: 'create' | 'change' | 'deactivate' | 'reactivate' | 'none'
  name: string | undefined
  role: Role | undefined
  /** to join; nobody leaves anything */
  groupIds: readonly number[]
  streamIds: readonly number[]
  /** why the row cannot be done */
  problems: string[]
}

/**
 * Reads the file in a thread, and says for each row what it would do, or what is wrong with it. Changes nothing. Without
 * an `actor`, for the operator.
 */
export async function planPeopleImport(
  chat: ChatPlatform,
  realm: Realm,
  file: string,
  actor?: User,
): Promise<PlannedPerson[]> {
  const { chunks, names } = await parseUntrusted(`chat ${realm.id}`, {
    format: 'table',
    text: file,
    columns,
    maxRows: MAX_ROWS,
  })
  const rows = chunks.flatMap((chunk) => JSON.parse(chunk) as ParsedRow[])
  const known = await loadKnown(chat, realm, actor)
  const planned: PlannedPerson[] = []
  const lines = new Map<string, number>()
  for (const { value, line = 0, cells } of rows) {
    const person = planRow(value as Cells, line, known)
    if (cells !== undefined) person.problems.push(`has ${cells} cells, and the header ${names.length}`)
    const key = person.email.toLowerCase()
    const first = lines.get(key)
    if (first !== undefined) person.problems.push(`${person.email} is also in line ${first}`)
    else lines.set(key, line)
    if (person.action === 'create' && (await isOutsideDomains(chat.database.read, realm, person.email)))
      person.problems.push(`${person.email} is not in a domain of this organization`)
    planned.push(person)
  }
  return planned
}

interface Known {
  users: ReadonlyMap<string, User>
  groups: ReadonlyMap<string, number>
  streams: ReadonlyMap<string, number>
}

async function loadKnown(
  { database: { read } }: ChatPlatform,
  realm: Realm,
  actor: User | undefined,
): Promise<Known> {
  const { id } = realm
  const users = await usersTable.list(read, { realm_id: id })
  const groups = await userGroupsTable.list(read, { realm_id: id, deactivated: 0 })
  return {
    users: new Map(users.map((user) => [user.email_key, user])),
    groups: new Map(groups.map((group) => [group.name_key, group.id])),
    streams: new Map((await streamsToFill(read, realm, actor)).map((stream) => [stream.name_key, stream.id])),
  }
}

/** Administrators add nobody, and not themselves, to private streams that they do not read; the operator can. */
export async function streamsToFill(db: Db, { id }: Realm, actor: User | undefined): Promise<Stream[]> {
  const streams = await listStreams(db, id)
  if (!actor) return streams
  const rows = await listSubscriptionRows(db, id, actor.id)
  const own = new Set(rows.filter(({ active }) => active === 1).map(({ stream_id }) => stream_id))
  return streams.filter((stream) => stream.invite_only === 0 || own.has(stream.id))
}

function planRow(cells: Cells, line: number, known: Known): PlannedPerson {
  const problems: string[] = []
  const email = cells.email ?? ''
  if (email === '') problems.push('email is missing')
  else collect(problems, () => checkEmail(email))
  const user = known.users.get(email.toLowerCase())
  if (user && (isBot(user) || user.is_system)) problems.push(`${email} is a bot`)
  if (cells.name !== undefined) collect(problems, () => checkFullName(cells.name!))
  else if (!user) problems.push('name is missing: a new person needs one')
  const role = roles.find((one) => one === cells.role?.toLowerCase())
  if (cells.role !== undefined && !role) problems.push(`role is '${cells.role}', not ${roles.join(', ')}`)
  if (typeof cells.active === 'string') problems.push(`active is '${cells.active}', not yes or no`)
  const groupIds = findAll(cells.groups, known.groups, 'group', problems)
  const streamIds = findAll(cells.streams, known.streams, 'stream', problems)
  const wanted = { line, email, userId: user?.id, name: cells.name, role, groupIds, streamIds, problems }
  return { ...wanted, action: actionOf(user, cells, wanted) }
}

const roles: readonly Role[] = ['administrator', 'member', 'guest']

function actionOf(
  user: User | undefined,
  { active, name }: Cells,
  {
    role,
    groupIds,
    streamIds,
    problems,
  }: Pick<PlannedPerson, 'role' | 'groupIds' | 'streamIds' | 'problems'>,
): PlannedPerson['action'] {
  if (!user) {
    if (active === false) problems.push('nobody has this email address, so nobody can be deactivated')
    return 'create'
  }
  if (active === false) return user.is_active ? 'deactivate' : 'none'
  if (!user.is_active) {
    if (active === true) return 'reactivate'
    problems.push('is deactivated: say yes in the column active')
  }
  const isChanged =
    (name !== undefined && name !== user.full_name) || (role !== undefined && role !== user.role)
  return isChanged || groupIds.length > 0 || streamIds.length > 0 ? 'change' : 'none'
}

/** Several names in one cell are separated by bars. */
function findAll(
  cell: string | undefined,
  ids: ReadonlyMap<string, number>,
  kind: string,
  problems: string[],
): number[] {
  const names = (cell ?? '').split('|').map((name) => name.trim())
  const found = new Set<number>()
  for (const name of names.filter((one) => one !== '')) {
    const id = ids.get(name.toLowerCase())
    if (id === undefined) problems.push(`there is no ${kind} '${name}'`)
    else found.add(id)
  }
  return [...found]
}

function collect(problems: string[], check: () => void): void {
  try {
    check()
  } catch (error) {
    if (!(error instanceof ChatError)) throw error
    problems.push(error.message)
  }
}
