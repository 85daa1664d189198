import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What is in an export: the rows of each table, and the files. */
export interface Unpacked {
  // biome-ignore lint/suspicious/noExplicitAny: rows as they were written
  tables: Record<string, any[]>
  files: Record<string, Buffer>
  // biome-ignore lint/suspicious/noExplicitAny: as it was written
  manifest: any
  /** everything, to look for what must not be there */
  text: string
}

/** With tar, as a user would. */
export function unpackArchive(bytes: Buffer): Unpacked {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-export-'))
  try {
    writeFileSync(join(folder, 'archive'), bytes)
    execFileSync('tar', ['-xzf', 'archive', '--touch'], { cwd: folder })
    const tables: Unpacked['tables'] = {}
    let text = ''
    for (const name of readdirSync(join(folder, 'tables'))) {
      const lines = readFileSync(join(folder, 'tables', name), 'utf8')
      text += lines
      tables[name.replace('.jsonl', '')] = lines
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line))
    }
    const files: Unpacked['files'] = {}
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (/^files\/[^/]+\/./.test(path)) files[path] = readFileSync(join(folder, path))
    }
    return { tables, files, manifest: JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')), text }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Every file of an archive by its path. */
export function readTar(bytes: Buffer): Map<string, Buffer> {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-export-'))
  try {
    writeFileSync(join(folder, 'archive'), bytes)
    execFileSync('tar', ['-xzf', 'archive', '--touch'], { cwd: folder })
    rmSync(join(folder, 'archive'))
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    )
    return new Map(
      entries.map(({ parentPath, name }) => {
        const path = join(parentPath, name)
        return [path.slice(folder.length + 1), readFileSync(path)]
      }),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
