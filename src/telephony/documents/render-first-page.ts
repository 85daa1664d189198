import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TIFF } from '../../platform/files/sniff-type.ts'
import { bringIn, inWorkFolder } from './in-work-folder.ts'
import { ProgramFailed, runProgram } from './run-program.ts'

/** Large enough to recognise a page, small enough for lists: about A4 at 50 dots an inch. */
const picture = [
  '-sDEVICE=png16m',
  '-r50',
  '-g425x585',
  '-dFIXEDMEDIA',
  '-dPDFFitPage',
  '-dTextAlphaBits=4',
  '-dGraphicsAlphaBits=4',
]
const SECONDS = 10

/** The first page of a PDF or TIFF as a small PNG. */
export function renderFirstPage(dataDir: string, path: string, mimetype: string): Promise<Buffer> {
  return inWorkFolder(dataDir, async (folder) => {
    const run = { folder, seconds: SECONDS }
    if (mimetype === TIFF) {
      await bringIn(path, folder, 'in.tiff')
      await runProgram('tiff2pdf', ['-o', 'in.pdf', 'in.tiff'], run)
    } else {
      await bringIn(path, folder, 'in.pdf')
    }
    const pages = ['-dFirstPage=1', '-dLastPage=1']
    await runProgram(
      'gs',
      ['-q', '-dSAFER', '-dBATCH', '-dNOPAUSE', ...picture, ...pages, '-sOutputFile=out.png', 'in.pdf'],
      run,
    )
    return readFile(join(folder, 'out.png')).catch(() => {
      throw new ProgramFailed('The document has no page that can be shown')
    })
  })
}
