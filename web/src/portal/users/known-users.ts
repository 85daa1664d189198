import type { Contact } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { callChat } from '../../api/chat-api.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'

/** The users of the company, up to the limit of a page. */
export function useUsers() {
  const { client } = usePortal()
  return useQuery({
    queryKey: portalKeys.users.every,
    queryFn: async ({ signal }) =>
      (await client.call('GET /system/company/contacts', { items_per_page: 1000 }, undefined, { signal })) ??
      [],
  })
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
