import type { Contact } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { callChat } from '../../api/chat-api.ts'
import type { TelephonyClient } from '../../api/telephony-api.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'

const USERS_AT_ONCE = 1000

/** The users of the company. */
export function useUsers() {
  const { client } = usePortal()
  return useQuery({
    queryKey: portalKeys.users.every,
    queryFn: ({ signal }) => loadAllUsers(client, signal),
  })
}

/** Page by page. */
export async function loadAllUsers(client: TelephonyClient, signal: AbortSignal): Promise<Contact[]> {
  const users: Contact[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const input = { items_per_page: USERS_AT_ONCE, page }
    const part = await client.page('GET /system/company/contacts', input, { signal })
    // Without users there is no body.
    users.push(...(part.items ?? []))
    pages = part.pages
  }
  return users
}

export const userName = ({ first_name: first, last_name: last }: Pick<Contact, 'first_name' | 'last_name'>) =>
  `${first} ${last}`.trim()

/** Where texts reach a person: a phone outside, not the extension. */
export const textNumberOf = ({ contacts: { phones } }: Contact): string | undefined =>
  phones.mobile || phones.work || phones.other || phones.home || undefined

/** Where texts reach the other end of a call: its number, or that of the colleague whose extension it is. */
export function useTextNumber(): (party: { number: string; userId: string | null }) => string | undefined {
  const { data = [] } = useUsers()
  return ({ number, userId }) => {
    if (isOutside(number)) return number
    const user = data.find(({ id, extension }) =>
      userId === null ? String(extension?.number) === number : id === userId,
    )
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
