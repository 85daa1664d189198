import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Clock } from '../clock.ts'
import { syncPath } from '../files/sync-path.ts'
import { walkFiles } from '../files/walk-files.ts'
import { isBackupRunning } from './backup-marker.ts'
import { ContentGone, type ContentPlace, type Contents } from './contents.ts'

/** Plain files of a single server: `<kind>/<tenant>/<name>` in the data folder. */
export function createFolderContents(dataDir: string, clock: Clock): Contents {
  const pathAt = ({ kind, tenant, name }: ContentPlace) => join(dataDir, kind, tenant, name)

  async function fill(place: ContentPlace, work: (path: string) => Promise<void>): Promise<void> {
    const path = pathAt(place)
    const draft = `${path}.part`
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    try {
      await work(draft)
      await syncPath(draft)
      await rename(draft, path)
    } catch (error) {
      await rm(draft, { force: true }).catch(() => {})
      throw error
    }
    await syncPath(dirname(path))
  }

  return {
    write: (place, bytes) =>
      fill(place, async (draft) => {
        const file = await open(draft, 'w', 0o600)
        await file.writeFile(bytes).finally(() => file.close())
      }),
    fill,
    read: (place) => readFile(pathAt(place)).catch(throwIfGone),
    size: (place) =>
      stat(pathAt(place)).then(
        ({ size }) => size,
        () => undefined,
      ),
    async stream(place, part) {
      // Opened at once, so that it can be read to its end even if it is moved or removed meanwhile.
      const file = await open(pathAt(place)).catch(() => undefined)
      if (!file) return undefined
      const { size } = await file.stat()
      return { size, stream: file.createReadStream(part) }
    },
    async pathOf(place) {
      await stat(pathAt(place)).catch(throwIfGone)
      return pathAt(place)
    },
    linkTo: async () => undefined,
    async *walk(kind) {
      for await (const path of walkFiles(dataDir, kind)) yield placeAt(path)
    },
    async *list(kind, tenant) {
      const names = await readdir(join(dataDir, kind, tenant)).catch(() => [])
      yield* names.filter((name) => !name.endsWith('.part')).sort()
    },
    async remove(place) {
      // A row in the backup may still refer to it.
      if (await isBackupRunning(dataDir, clock)) return
      await rm(pathAt(place), { force: true }).catch(() => {})
    },
    async removeLeftovers(kind, youngerThan, isKnown) {
      for (const tenant of await readdir(join(dataDir, kind)).catch(() => [])) {
        for (const name of await readdir(join(dataDir, kind, tenant)).catch(() => [])) {
          const path = pathAt({ kind, tenant, name })
          const changed = (await stat(path).catch(() => undefined))?.mtimeMs
          if (changed === undefined || changed >= youngerThan) continue
          if (!(await isKnown(tenant, name))) await rm(path, { force: true })
        }
      }
    },
    tidy: async () => {},
  }
}

function placeAt(path: string): ContentPlace {
  const [kind, tenant, ...name] = path.split('/')
  return { kind: kind!, tenant: tenant!, name: name.join('/') }
}

function throwIfGone(error: NodeJS.ErrnoException): never {
  throw error.code === 'ENOENT' ? new ContentGone('the bytes are gone', { cause: error }) : error
}
