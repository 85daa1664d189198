import { statfs } from 'node:fs/promises'

export interface DiskSpace {
  /** what this account may still write */
  readonly freeBytes: number
  readonly totalBytes: number
}

/** Below this, SQLite and uploads fail within minutes on a busy server. */
export const FULL_BELOW_BYTES = 16 * 1024 * 1024

export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const { bavail, bsize, blocks } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}
