import type { Chat } from '../../chat/chat.ts'

/**
 * Has whoever sends this header proven who they are? Whose key has changed has not: they go the usual way, which counts
 * wrong keys by the address that proxies tell.
 */
export function isKnownCaller(chat: Chat, authorization: string | undefined): boolean {
  const known = authorization === undefined ? undefined : chat.credentials.proven(authorization)
  return known !== undefined && chat.usersByKeyHash.peek(known.keyHash) !== undefined
}
