import type { Contact } from '@switchboard/client/telephony'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { callChat } from '../../api/chat-api.ts'
import type { TelephonyClient } from '../../api/telephony-api.ts'
import { SEARCH_SIZE } from '../search/use-search.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'

/** The users of the company whose name, address or number fits. */
export async function findUsers(
  client: TelephonyClient,
  search: string,
  signal: AbortSignal,
): Promise<Contact[]> {
  const input = { items_per_page: SEARCH_SIZE, ...(search && { search }) }
  return (await client.call('GET /system/company/contacts', input, undefined, { signal })) ?? []
}

const MAX_LISTED = 200

/** Those among these ids who still are users, by id. */
export async function loadUsers(
  client: TelephonyClient,
  ids: readonly (string | null)[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Contact>> {
  const users = await loadListed(
    client,
    'id',
    ids.filter((id) => id !== null),
    signal,
  )
  return new Map(users.map((user) => [user.id, user]))
}

async function loadListed(
  client: TelephonyClient,
  by: 'id' | 'extension',
  values: readonly string[],
  signal: AbortSignal,
): Promise<Contact[]> {
  const wanted = [...new Set(values)]
  const parts = Array.from({ length: Math.ceil(wanted.length / MAX_LISTED) }, (_, index) =>
    wanted.slice(index * MAX_LISTED, (index + 1) * MAX_LISTED),
  )
  const users = await Promise.all(
    parts.map((part) => {
      const input = { [by]: part.join(), items_per_page: 5 * MAX_LISTED }
      return client.call('GET /system/company/contacts', input, undefined, { signal })
    }),
  )
  // Without users there is no body.
  return users.flatMap((part) => part ?? [])
}

/** These users, by id. While others are loaded, those that were known stay. */
export function useUsers(ids: readonly (string | null)[]) {
  const { client } = usePortal()
  const wanted = [...new Set(ids)].filter((id) => id !== null && id !== '').toSorted()
  return useQuery({
    enabled: wanted.length > 0,
    queryKey: portalKeys.users.named(wanted as string[]),
    queryFn: ({ signal }) => loadUsers(client, wanted, signal),
    placeholderData: keepPreviousData,
  })
}

/** The names of the people who have these numbers, internal or outside. */
export function useNamesOfNumbers(numbers: readonly string[]): ReadonlyMap<string, string> {
  const { client } = usePortal()
  const { data } = useQuery({
    enabled: numbers.length > 0,
    queryKey: portalKeys.users.numbered(numbers),
    queryFn: ({ signal }) => findNamesOfNumbers(client, numbers, signal),
    placeholderData: keepPreviousData,
  })
  return data ?? new Map()
}

/** Whose the numbers are: of users or, if wanted, of contacts. */
export async function findNamesOfNumbers(
  client: TelephonyClient,
  numbers: readonly string[],
  signal: AbortSignal,
  hasContacts = false,
): Promise<ReadonlyMap<string, string>> {
  const inside = numbers.filter((number) => !isOutside(number))
  const names = await Promise.all([
    loadListed(client, 'extension', inside, signal).then((users) =>
      users.map((user) => [String(user.extension?.number), userName(user)] as const),
    ),
    ...numbers
      .filter(isOutside)
      .map(async (number) => [[number, await nameOutside(client, number, signal, hasContacts)] as const]),
  ])
  return new Map(names.flat().filter((one): one is [string, string] => one[1] !== undefined))
}

async function nameOutside(
  client: TelephonyClient,
  number: string,
  signal: AbortSignal,
  hasContacts: boolean,
): Promise<string | undefined> {
  const input = { per_page: SEARCH_SIZE, search: number }
  const [users, contacts] = await Promise.all([
    findUsers(client, number, signal),
    hasContacts ? client.call('GET /texting/v2/contacts', input, undefined, { signal }) : [],
  ])
  const isSame = (phone: string) => phone.replace(/\D/g, '') === number.replace(/\D/g, '')
  const found =
    users.find(({ contacts: { phones } }) => Object.values(phones).some(isSame)) ??
    contacts.find((one) => isSame(one.number))
  return found && userName(found)
}

export const userName = ({ first_name: first, last_name: last }: Pick<Contact, 'first_name' | 'last_name'>) =>
  `${first} ${last}`.trim()

/** Where texts reach a person: a phone outside, not the extension. */
export const textNumberOf = ({ contacts: { phones } }: Contact): string | undefined =>
  phones.mobile || phones.work || phones.other || phones.home || undefined

interface Party {
  number: string
  userId: string | null
}

/** Where texts reach the other ends of calls: their numbers, or those of the colleagues whose extensions they are. */
export async function findTextNumbers(
  client: TelephonyClient,
  parties: readonly Party[],
  signal: AbortSignal,
): Promise<(party: Party) => string | undefined> {
  const inside = parties.filter(({ number }) => !isOutside(number))
  const numbers = inside.filter(({ userId }) => userId === null).map(({ number }) => number)
  const [users, others] = await Promise.all([
    loadUsers(
      client,
      inside.map(({ userId }) => userId),
      signal,
    ),
    loadListed(client, 'extension', numbers.filter(Boolean), signal),
  ])
  return ({ number, userId }) => {
    if (isOutside(number)) return number
    const user =
      userId === null
        ? others.find(({ extension }) => String(extension?.number) === number)
        : users.get(userId)
    return user && textNumberOf(user)
  }
}

/** Not an extension, which has at most six digits. */
const isOutside = (number: string) => /^\+?\d{7,}$/.test(number)

type Avatars = Partial<Record<string, string>>

/** The pictures that these users have in the chat, by id. Without one, they have their initials. */
export async function findAvatars(users: readonly { id: string }[], signal: AbortSignal): Promise<Avatars> {
  const ids = users.map(({ id }) => id)
  if (ids.length === 0) return {}
  const found = await callChat('GET /workspace/avatars', { phone_user_ids: ids }, { signal }).catch(() => {})
  return found?.avatars ?? {}
}

/** The picture of one user. With a key of the company instead of an account, there are none. */
export function useAvatar(id: string): string | undefined {
  const { hasAccount } = usePortal()
  const found = useQuery({
    queryKey: portalKeys.users.avatar(id),
    queryFn: ({ signal }) => findAvatars([{ id }], signal),
    enabled: hasAccount,
  })
  return found.data?.[id]
}
