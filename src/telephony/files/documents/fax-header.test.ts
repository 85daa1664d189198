import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makePdf, missingDocumentPrograms } from '../../../../test/harness/documents.ts'
import { faxHeaderProgram } from './fax-header.ts'

/** The words on each page, line by line. */
function wordsOf(program: string, pages: number): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'switchboard-header-'))
  try {
    writeFileSync(join(folder, 'header.ps'), program)
    writeFileSync(join(folder, 'in.pdf'), makePdf(pages, 'Text'))
    const options = ['-q', '-dSAFER', '-dBATCH', '-dNOPAUSE', '-sDEVICE=txtwrite', '-sOutputFile=-']
    const output = execFileSync('gs', [...options, 'header.ps', 'in.pdf'], { cwd: folder, encoding: 'utf8' })
    return output.split('\n').map((line) => line.trim().replace(/\s+/g, ' '))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

describe.skipIf(missingDocumentPrograms)(`the header of a fax${missingDocumentPrograms}`, () => {
  const time = '17 Nov 2026, 15:04 CET'

  it('is on each page, with its number', () => {
    const words = wordsOf(faxHeaderProgram({ time, sender: 'Acme  +12025550111' }, 11), 11)
    for (const page of [1, 2, 11]) expect(words).toContain(`${time} Acme +12025550111 Page ${page} of 11`)
    expect(words).toContain('Text 11')
  })

  it.each([
    ['Müller & Söhne', 'Müller & Söhne'],
    ['(Acme) quit % \\', '(Acme) quit % \\'],
    ['Ünïcode 会社', 'Ünïcode ??'],
  ])('the name %s is drawn, and does nothing else', (name, drawn) => {
    expect(wordsOf(faxHeaderProgram({ time, sender: name }, 1), 1)).toContain(`${time} ${drawn} Page 1 of 1`)
  })
})
