import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** Where the bytes lie: `<kind>/<tenant>/<name>` in the folder of the data. */
export interface ContentPlace {
  readonly dataDir: string
  readonly kind: string
  readonly tenant: string
  readonly name: string
}

export const contentPath = ({ dataDir, kind, tenant, name }: ContentPlace) =>
  join(dataDir, kind, tenant, name)

/** Resolves when the bytes would survive a power cut; nobody ever sees half of them. */
export async function writeContent(place: ContentPlace, bytes: Buffer): Promise<void> {
  const folder = join(place.dataDir, place.kind, place.tenant)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = contentPath(place)
  const draft = await open(`${path}.part`, 'w', 0o600)
  try {
    await draft.writeFile(bytes)
    await draft.sync()
  } finally {
    await draft.close()
  }
  await rename(`${path}.part`, path)
  const directory = await open(folder)
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

export const readContent = (place: ContentPlace): Promise<Buffer> => readFile(contentPath(place))

/** undefined when the bytes are gone */
export const contentSize = (place: ContentPlace): Promise<number | undefined> =>
  stat(contentPath(place)).then(
    ({ size }) => size,
    () => undefined,
  )

/** undefined when the bytes are gone. `part`: from which byte to which, both inclusive. */
export async function streamContent(
  place: ContentPlace,
  part?: { start: number; end: number },
): Promise<{ size: number; stream: Readable } | undefined> {
  const path = contentPath(place)
  const found = await stat(path).catch(() => undefined)
  return found && { size: found.size, stream: createReadStream(path, part) }
}

/** Never fails: what cannot be removed now is found by the regular search for leftovers. */
export async function removeContent(place: ContentPlace): Promise<void> {
  await rm(contentPath(place), { force: true }).catch(() => {})
}

/** Removes what nobody knows, unless it is so young that its row may still be on the way. */
export async function removeLeftovers(
  folder: string,
  youngerThan: number,
  isKnown: (tenant: string, name: string) => Promise<boolean>,
): Promise<void> {
  for (const tenant of await readdir(folder).catch(() => [])) {
    for (const name of await readdir(join(folder, tenant)).catch(() => [])) {
      const path = join(folder, tenant, name)
      const changed = (await stat(path).catch(() => undefined))?.mtimeMs
      if (changed === undefined || changed >= youngerThan) continue
      if (!(await isKnown(tenant, name))) await rm(path, { force: true })
    }
  }
}
