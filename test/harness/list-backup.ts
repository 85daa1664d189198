import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The checksums and the manifest as if the folder had been made like this. */
export function listBackup(folder: string): void {
  const hash = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
  const lines = readFileSync(join(folder, 'checksums.sha256'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.slice(66))
    .filter((path) => existsSync(join(folder, path)))
    .map((path) => `${hash(readFileSync(join(folder, path)))}  ${path}\n`)
  writeFileSync(join(folder, 'checksums.sha256'), lines.join(''))
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  const changed = { ...manifest, files: lines.length, checksum: hash(lines.join('')) }
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify(changed))
}
