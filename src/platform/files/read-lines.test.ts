import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type NumberedLine, readLines } from './read-lines.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'switchboard-lines-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

async function linesOf(text: string): Promise<NumberedLine[]> {
  writeFileSync(join(folder, 'lines'), text)
  const lines: NumberedLine[] = []
  for await (const some of readLines(join(folder, 'lines'))) lines.push(...some)
  return lines
}

it('ends lines only at line feeds, whatever else they contain', async () => {
  expect(await linesOf('one\r\n\n"a\u2028b\u2029c\rd"\nlast')).toEqual([
    { number: 1, line: 'one' },
    { number: 3, line: '"a\u2028b\u2029c\rd"' },
    { number: 4, line: 'last' },
  ])
  expect(await linesOf('')).toEqual([])
})

it('reads lines that are longer than a piece of the file', async () => {
  const long = 'ü'.repeat(300_000)
  expect((await linesOf(`${long}\nshort\n${long}`)).map(({ line }) => line)).toEqual([long, 'short', long])
})
