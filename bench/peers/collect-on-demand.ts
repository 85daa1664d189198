import { rmSync } from 'node:fs'
import { Session } from 'node:inspector'

/**
 * Loaded into our server: it collects its garbage when it finds the file, as the peers are made to. As when memory is
 * short: `gc()` would leave what the young generation keeps in reserve.
 */
const file = process.env.COLLECT_FILE!
const LOOK_EVERY_MS = 200
// Never disconnected: from within its own thread that hangs.
const session = new Session()
session.connect()

setInterval(() => {
  try {
    rmSync(file)
  } catch {
    return
  }
  session.post('HeapProfiler.collectGarbage')
}, LOOK_EVERY_MS).unref()
