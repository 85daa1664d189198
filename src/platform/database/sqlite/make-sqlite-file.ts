import { closeSync, openSync } from 'node:fs'

/** SQLite would create the file readable by everyone. Its -wal and -shm get the mode of this one. */
export function makeSqliteFile(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
}
