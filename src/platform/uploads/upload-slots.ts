import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { type UploadLevel, UploadsBusy } from './upload-refusal.ts'
import type { LevelLimits, UploadSlotLimits } from './upload-slot-limits.ts'

/** One request whose body is written to disk as it arrives. */
export interface Upload {
  readonly pauseMs: number
  /** Throws UploadsBusy. */
  countBytes(count: number): void
  /** A path for a file that is removed with the upload, unless it is moved away. */
  newPath(): string
  /** Removes the remaining files. Safe to call twice. */
  end(): Promise<void>
}

export interface UploadSlots {
  /** Throws UploadsBusy. `key` and `tenant` identify the uploader across both products. */
  begin(whose: { key: string; tenant: string }, request?: IncomingMessage): Upload
  isReceiving(request: IncomingMessage): boolean
}

interface Count {
  uploads: number
  bytes: number
}

const folderIn = (dataDir: string) => join(dataDir, 'incoming')

/** Called at startup: the files were left by a process that died. */
export const clearIncoming = (dataDir: string) => rm(folderIn(dataDir), { recursive: true, force: true })

export function createUploadSlots(dataDir: string, limits: UploadSlotLimits): UploadSlots {
  const folder = folderIn(dataDir)
  const counts = new Map<string, Count>()
  const receiving = new Set<IncomingMessage>()

  function begin(whose: { key: string; tenant: string }, request?: IncomingMessage): Upload {
    const levels = [
      { level: 'key', name: `key ${whose.key}`, most: limits.key },
      { level: 'tenant', name: `tenant ${whose.tenant}`, most: limits.tenant },
      { level: 'server', name: 'server', most: limits.server },
    ] as const
    for (const { level, name, most } of levels) check(level, 'uploads', counts.get(name), 1, most)
    for (const { name } of levels) add(name, 1, 0)
    if (request) receiving.add(request)
    let bytes = 0
    const paths: string[] = []
    let ended = false
    return {
      pauseMs: limits.pauseMs,
      countBytes(count) {
        for (const { level, name, most } of levels) check(level, 'bytes', counts.get(name), count, most)
        bytes += count
        for (const { name } of levels) add(name, 0, count)
      },
      newPath() {
        mkdirSync(folder, { recursive: true, mode: 0o700 })
        const path = join(folder, randomBytes(16).toString('hex'))
        paths.push(path)
        return path
      },
      async end() {
        if (ended) return
        ended = true
        if (request) receiving.delete(request)
        for (const { name } of levels) add(name, -1, -bytes)
        for (const path of paths) await rm(path, { force: true }).catch(() => {})
      },
    }
  }

  function add(name: string, uploads: number, bytes: number): void {
    const before = counts.get(name) ?? { uploads: 0, bytes: 0 }
    const after = { uploads: before.uploads + uploads, bytes: before.bytes + bytes }
    if (after.uploads === 0) counts.delete(name)
    else counts.set(name, after)
  }

  return {
    begin,
    isReceiving: (request) => receiving.has(request),
  }
}

function check(
  level: UploadLevel,
  unit: keyof LevelLimits,
  soFar: Count | undefined,
  more: number,
  most: LevelLimits,
): void {
  if ((soFar?.[unit] ?? 0) + more > most[unit]) throw new UploadsBusy(level, unit, most[unit])
}
