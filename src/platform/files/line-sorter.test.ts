import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { LineSorter } from './line-sorter.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchboard-sort-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('sorts more than one run, and keeps the order of what has the same key', async () => {
  const sorter = new LineSorter(folder, 500)
  const added = Array.from({ length: 1000 }, (_, index) => ({
    key: (index * 7919) % 101,
    index,
    text: 'Zeile\n"ü"',
  }))
  for (const one of added) await sorter.add(one.key, one)
  const sorted: unknown[] = []
  for await (const one of sorter.sorted()) sorted.push(one)
  expect(sorted).toEqual([...added].sort((one, other) => one.key - other.key || one.index - other.index))
})
