import { copyFile, link, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../clock.ts'
import { createFairSemaphore } from '../concurrency/fair-semaphore.ts'

/** Each may need much memory and a whole core, and the server needs some, too. */
const AT_ONCE = 2
/** Conversions of one company or organization that may wait. */
export const CONVERSIONS_WAITING = 100
const LEFT_BEHIND_MS = 3_600_000

const turns = createFairSemaphore({ atOnce: AT_ONCE, waiting: CONVERSIONS_WAITING })

/** The company or organization for which something is converted: they are served in turn. */
export interface Workplace {
  readonly dataDir: string
  readonly tenant: string
  /** No request waits for it, so the queue may be long. */
  readonly isPatient?: boolean
}

export const workplaceOf = (
  { dataDir }: { dataDir: string },
  { public_id: tenant }: { public_id: string },
): Workplace => ({
  dataDir,
  tenant,
})

/** Runs work in a temporary folder of its own, at most two at once. Throws TooManyWaiting. */
export async function inWorkFolder<T>(
  { dataDir, tenant, isPatient }: Workplace,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const done = await turns.acquire(tenant, isPatient ? Number.POSITIVE_INFINITY : undefined)
  try {
    return await inFolder(dataDir, work)
  } finally {
    done()
  }
}

async function inFolder<T>(dataDir: string, work: (folder: string) => Promise<T>): Promise<T> {
  await mkdir(join(dataDir, 'conversions'), { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(dataDir, 'conversions', 'work-'))
  try {
    return await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Programs only get names that we have chosen. */
export async function bringIn(source: string, folder: string, name: string): Promise<void> {
  const target = join(folder, name)
  await link(source, target).catch(() => copyFile(source, target))
}

/** Deletes what crashed processes have left. */
export async function clearWorkFolders(dataDir: string, clock: Clock): Promise<void> {
  const parent = join(dataDir, 'conversions')
  for (const name of await readdir(parent).catch(() => [])) {
    const path = join(parent, name)
    const changed = (await stat(path).catch(() => undefined))?.mtimeMs
    if (changed !== undefined && changed < clock.now() - LEFT_BEHIND_MS) {
      await rm(path, { recursive: true, force: true })
    }
  }
}
