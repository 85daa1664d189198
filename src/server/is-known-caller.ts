import type { Chat } from '../chat/chat.ts'

/**
 * Has whoever sends this header proven who they are? Whose key has changed has not: they go the usual way, which counts
 * wrong keys by the address that proxies tell.
 */
export function isKnownCaller(chat: Chat, authorization: string | undefined): boolean {
  const key = authorization === undefined ? undefined : chat.credentials.provenKey(authorization)
  return key !== undefined && chat.usersByKeyHash.peek(key) !== undefined
}
