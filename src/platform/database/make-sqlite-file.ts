import { closeSync, openSync } from 'node:fs'

/** SQLite would let everybody read a file that it makes; its -wal and -shm get the mode of this one. */
export function makeSqliteFile(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
}
