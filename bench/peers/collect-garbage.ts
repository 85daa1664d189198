import { chmodSync, existsSync, writeFileSync } from 'node:fs'
import type { PeerServer } from './peer-server.ts'

const LONGEST_MS = 30_000
const pause = (ms: number) => new Promise((next) => setTimeout(next, ms))

/** What only waits to be collected belongs to nobody who is connected. Each server looks for a file, and takes it away. */
export async function collectGarbage({
  name,
  collectFile,
}: Pick<PeerServer, 'name' | 'collectFile'>): Promise<void> {
  // Twice: what ends in the first is gone after the second.
  for (let turn = 0; turn < 2; turn += 1) {
    writeFileSync(collectFile, '')
    chmodSync(collectFile, 0o666)
    const latest = performance.now() + LONGEST_MS
    while (existsSync(collectFile)) {
      if (performance.now() > latest) throw new Error(`${name} does not collect its garbage`)
      await pause(50)
    }
    await pause(500)
  }
}
