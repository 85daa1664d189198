import { readFileSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

const MEMORY = '/dev/shm'
const MIN_FREE_BYTES = 6 * 1024 ** 3

/**
 * Where tests put their databases: made and removed by the hundred, each of hundreds of files. In memory where there is
 * room, which takes a tenth of the work that a disk takes.
 */
export function temporaryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    const hasRoom = bavail * bsize > MIN_FREE_BYTES && freemem() > MIN_FREE_BYTES
    if (hasRoom && mayRunPrograms()) return MEMORY
  } catch {
    // Not on every system.
  }
  return tmpdir()
}

/** The PostgreSQL of the tests is copied there, too. */
function mayRunPrograms(): boolean {
  const mounts = readFileSync('/proc/mounts', 'utf8').split('\n')
  const options = mounts.find((line) => line.split(' ')[1] === MEMORY)?.split(' ')[3]
  return options !== undefined && !options.split(',').includes('noexec')
}
