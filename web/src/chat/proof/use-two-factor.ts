import { useQuery } from '@tanstack/react-query'
import { callChat } from '../../api/chat-api.ts'
import { chatKeys } from '../state/chat-keys.ts'

/** Whether the account has a second factor, and how many recovery codes are left. */
export const useTwoFactor = () =>
  useQuery({
    queryKey: chatKeys.twoFactor,
    queryFn: ({ signal }) => callChat('GET /users/me/two_factor', {}, { signal }),
  })
