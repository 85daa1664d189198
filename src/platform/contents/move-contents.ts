import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { ContentGone, type ContentPlace, type Contents } from './contents.ts'

/** Reading a file may leave a local copy. Delete copies after this many files. */
const TIDY_EVERY = 100

export interface MovedFiles {
  files: number
  bytes: number
}

/**
 * Copies every content of these kinds, reads each copy back and compares it, and then removes the original, unless it is
 * to stay. A run that was interrupted leaves each content in one of the two or in both: the next one continues. Contents
 * that are removed by their owner meanwhile are left out.
 */
export async function moveContents(
  from: Contents,
  to: Contents,
  kinds: readonly string[],
  { keepsOriginals, report }: { keepsOriginals: boolean; report(kind: string, moved: MovedFiles): void },
): Promise<MovedFiles> {
  const all = { files: 0, bytes: 0 }
  for (const kind of kinds) {
    const moved = { files: 0, bytes: 0 }
    for await (const place of from.walk(kind)) {
      const size = await moveOne(from, to, place)
      if (size === undefined) continue
      if (!keepsOriginals) await from.remove(place)
      moved.files += 1
      moved.bytes += size
      if (moved.files % TIDY_EVERY === 0) await Promise.all([from.tidy(), to.tidy()])
    }
    report(kind, moved)
    all.files += moved.files
    all.bytes += moved.bytes
  }
  return all
}

/** Returns the size; undefined: it is gone. */
async function moveOne(from: Contents, to: Contents, place: ContentPlace): Promise<number | undefined> {
  const original = await checksumOf(from, place)
  if (!original) return undefined
  if ((await checksumOf(to, place))?.checksum === original.checksum) return original.size
  try {
    await to.fill(place, async (draft) => {
      const content = await from.stream(place)
      if (!content) throw gone(place)
      await pipeline(content.stream, createWriteStream(draft, { mode: 0o600 }))
    })
  } catch (error) {
    if (error instanceof ContentGone) return undefined
    throw error
  }
  const copy = await checksumOf(to, place)
  if (copy?.checksum === original.checksum) return original.size
  // Its owner has removed it from both.
  if (!copy && (await from.size(place)) === undefined) return undefined
  throw new Error(`${place.kind}/${place.tenant}/${place.name} differs after it was copied`)
}

async function checksumOf(contents: Contents, place: ContentPlace) {
  const content = await contents.stream(place)
  if (!content) return undefined
  const hash = createHash('sha256')
  for await (const chunk of content.stream) hash.update(chunk)
  return { checksum: hash.digest('hex'), size: content.size }
}

const gone = ({ kind, tenant, name }: ContentPlace) =>
  new ContentGone(`the bytes of ${kind}/${tenant}/${name} are gone`)
