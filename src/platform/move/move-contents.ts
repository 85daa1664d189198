import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { ContentGone, type ContentPlace } from '../contents/contents.ts'
import { Checksum } from './checksum.ts'
import { MoveRefused } from './move-refused.ts'
import type { MoveSide } from './move-side.ts'

/** Reading a file leaves a copy in the cache folder. Delete the copies after this many files. */
const TIDY_EVERY = 100

/** Copies the bytes that an earlier run has not copied. Each content is stored whole or not at all. */
export async function copyContents(source: MoveSide, target: MoveSide, kind: string): Promise<number> {
  let copied = 0
  for await (const place of source.listContents(kind)) {
    if ((await target.contents.size(place)) !== undefined) continue
    await target.contents.fill(place, async (draft) =>
      pipeline(await open(source, place), createWriteStream(draft, { mode: 0o600 })),
    )
    copied += 1
    if (copied % TIDY_EVERY === 0) await source.contents.tidy()
  }
  return copied
}

/** Reads both sides again and compares their bytes. */
export async function verifyContents(source: MoveSide, target: MoveSide, kind: string): Promise<Checksum> {
  const [before, after] = [await checksumOf(source, kind), await checksumOf(target, kind)]
  if (before.count === after.count && String(before) === String(after)) return after
  throw new MoveRefused(
    `The files of kind ${kind} differ after the move: ${before.count} in the source, ${after.count} in the target. ` +
      'Empty the target, and move again while nothing uses the source.',
  )
}

async function checksumOf(side: MoveSide, kind: string): Promise<Checksum> {
  const checksum = new Checksum()
  for await (const place of side.listContents(kind)) {
    const bytes = createHash('sha256')
    for await (const chunk of await open(side, place)) bytes.update(chunk)
    checksum.add(JSON.stringify([place.tenant, place.name, bytes.digest('hex')]))
    if (checksum.count % TIDY_EVERY === 0) await side.contents.tidy()
  }
  return checksum
}

async function open({ contents }: MoveSide, place: ContentPlace) {
  const found = await contents.stream(place)
  if (!found) throw new ContentGone(`the bytes of ${place.kind}/${place.tenant}/${place.name} are gone`)
  return found.stream
}
