import type { ChatPlatform, Db } from '../../chat-platform.ts'
import type { Stream } from '../../streams/stream.ts'
import { findStreamByToken } from '../../streams/stream-store.ts'

/** The stream of `name.token@host`. The token is the secret; the name is for people. */
export function findStreamOfAddress(
  { config }: ChatPlatform,
  db: Db,
  address: string,
): Promise<Stream | undefined> {
  const [, token, host] = /\.([0-9a-f]{32})@([^@]+)$/.exec(address.toLowerCase()) ?? []
  if (token === undefined || host !== new URL(config.publicUrl).hostname) return Promise.resolve(undefined)
  return findStreamByToken(db, token)
}
