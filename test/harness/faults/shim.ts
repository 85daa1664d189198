import { execFileSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes the disk and the clock of a process misbehave while it runs. */
export interface Shim {
  environment: Record<string, string>
  slowSyncs(milliseconds: number): void
  moveClock(seconds: number): void
  remove(): void
}

/** Needs a compiler. */
export function buildShim(): Shim {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-shim-'))
  const library = join(folder, 'shim.so')
  const source = join(import.meta.dirname, 'shim.c')
  execFileSync('gcc', ['-shared', '-fPIC', '-O2', '-o', library, source, '-ldl'])
  const settings = join(folder, 'settings')
  const file = openSync(settings, 'w')
  const values = Buffer.alloc(16)
  const write = () => writeSync(file, values, 0, 16, 0)
  write()
  return {
    environment: { LD_PRELOAD: library, SHIM_SETTINGS: settings },
    slowSyncs(milliseconds) {
      values.writeBigInt64LE(BigInt(milliseconds * 1000), 0)
      write()
    },
    moveClock(seconds) {
      values.writeBigInt64LE(BigInt(seconds), 8)
      write()
    },
    remove() {
      closeSync(file)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
