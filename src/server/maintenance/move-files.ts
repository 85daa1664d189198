import { join } from 'node:path'
import { keptContentKinds } from '../../chat/chat-content-kinds.ts'
import { type Config, ConfigError } from '../../config/config.ts'
import { systemClock } from '../../platform/clock.ts'
import { createContentCache } from '../../platform/contents/content-cache.ts'
import { type MovedFiles, moveContents } from '../../platform/contents/move-contents.ts'
import { createObjectContents } from '../../platform/contents/object-contents.ts'
import { openOwnContents } from '../../platform/contents/open-contents.ts'
import { telephonyContentKinds } from '../../telephony/telephony-content-kinds.ts'
import type { Products } from '../start/open-products.ts'

/**
 * Moves the files of both products into the bucket, beside running servers, or copies them back out of it. Thumbnails are
 * made again.
 */
export async function moveFiles(
  { chat, telephony, objects }: Products,
  config: Config,
  direction: 'to the bucket' | 'from the bucket',
  report: (line: string) => void,
): Promise<MovedFiles> {
  if (!objects) throw new ConfigError('S3_BUCKET is not set.')
  // Here, unlike at the start of a server, nothing works without the store.
  await objects.claim()
  const all = { files: 0, bytes: 0 }
  const isInward = direction === 'to the bucket'
  const products = [
    { name: 'chat', database: chat.database, kinds: keptContentKinds },
    { name: 'telephony', database: telephony.database, kinds: telephonyContentKinds },
  ]
  for (const { name, database, kinds } of products) {
    const cache = createContentCache(join(config.dataDir, 'cache', `move-${name}`), systemClock, 0)
    const own = openOwnContents<unknown>(database as never, systemClock, config.dataDir, cache)
    const bucket = createObjectContents(objects, cache)
    const [from, to] = isInward ? [own, bucket] : [bucket, own]
    const moved = await moveContents(from, to, kinds, {
      keepsOriginals: !isInward,
      report: (kind, { files, bytes }) => report(`${name} ${kind}: ${files} files, ${bytes} bytes`),
    })
    all.files += moved.files
    all.bytes += moved.bytes
    await cache.tidy()
  }
  return all
}
