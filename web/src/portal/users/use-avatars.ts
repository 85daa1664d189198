import { useQuery } from '@tanstack/react-query'
import { callChat } from '../../api/chat-api.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'

/**
 * The pictures that these users have in the chat, by id. Without one, or with a key of the company instead of an
 * account, they have their initials.
 */
export function useAvatars(ids: readonly string[]): Partial<Record<string, string>> {
  const { hasAccount } = usePortal()
  const found = useQuery({
    queryKey: portalKeys.users.avatars(ids),
    queryFn: ({ signal }) => callChat('GET /workspace/avatars', { phone_user_ids: [...ids] }, { signal }),
    enabled: hasAccount && ids.length > 0,
  })
  return found.data?.avatars ?? {}
}
