import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const run = (program: string, ...args: string[]) => spawnSync(program, args, { stdio: 'ignore' }).status === 0

/** A disk of its own, small enough to be filled. */
export interface SmallDisk {
  folder: string
  /** Takes what is free now, but for some megabytes; the server may give some back and take it again. */
  fill(leaveMegabytes?: number): void
  makeRoom(): void
  remove(): void
}

/** undefined: nothing may be mounted here. */
export function mountSmallDisk(megabytes: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-small-'))
  const removeFolder = () => rmSync(folder, { recursive: true, force: true })
  if (!run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'switchboard-test', folder)) {
    removeFolder()
    return undefined
  }
  const ballast = join(folder, 'ballast')
  return {
    folder,
    fill(leaveMegabytes = 0) {
      const { bavail, bsize } = statfsSync(folder)
      const bytes = bavail * bsize - leaveMegabytes * 2 ** 20
      try {
        if (bytes > 0) writeFileSync(ballast, Buffer.alloc(bytes), { flag: 'a' })
      } catch (error) {
        // The server was faster.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    makeRoom: () => rmSync(ballast, { force: true }),
    remove() {
      run('umount', '-l', folder)
      removeFolder()
    },
  }
}

/** Root may not be enough: a container can forbid it. */
export function canMount(): boolean {
  const disk = mountSmallDisk(1)
  disk?.remove()
  return disk !== undefined
}
