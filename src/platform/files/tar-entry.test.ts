import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { tarEnd, tarHeader, tarPadding } from './tar-entry.ts'

describe('a tar archive', () => {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-tar-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it.each([
    ['plain.txt', 'hello'],
    ['folder/empty', ''],
    ['exactly-a-block', 'x'.repeat(512)],
    [`long/${'n'.repeat(97)}`, 'a name that does not fit'],
    [`longer/${'n'.repeat(85)}`, 'a name that just fits'],
    ['ümläut', 'a name that is not ASCII'],
  ])('tar reads %s', (name, text) => {
    const bytes = Buffer.from(text)
    const entry = { name, size: bytes.length, modified: 1_700_000_000 }
    const path = join(folder, 'one.tar')
    writeFileSync(path, Buffer.concat([tarHeader(entry), bytes, tarPadding(bytes.length), tarEnd]))
    expect(execFileSync('tar', ['-tf', path, '--quoting-style=literal']).toString().trim()).toBe(name)
    execFileSync('tar', ['-xf', path, '-C', folder])
    expect(readFileSync(join(folder, name), 'utf8')).toBe(text)
  })

  it('stores sizes beyond eight gigabytes in a pax record', () => {
    const header = tarHeader({ name: 'huge', size: 2 ** 33 + 5, modified: 0 }).toString('latin1')
    expect(header).toContain('19 size=8589934597\n')
  })
})
