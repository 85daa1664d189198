import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TIFF } from '../files/sniff-type.ts'
import { bringIn, inWorkFolder, type Workplace } from './in-work-folder.ts'
import { ProgramFailed, runProgram } from './run-program.ts'

/** About A4. `small` is enough to recognise a page in a list, `large` to read it. */
const sizes = {
  small: ['-r50', '-g425x585'],
  large: ['-r120', '-g1020x1404'],
}
const picture = [
  '-sDEVICE=png16m',
  '-dFIXEDMEDIA',
  '-dPDFFitPage',
  '-dTextAlphaBits=4',
  '-dGraphicsAlphaBits=4',
]
const SECONDS = 10

export interface WantedPage {
  /** counted from 1 */
  page: number
  size: keyof typeof sizes
}

/** A page of a PDF or TIFF as a PNG. */
export const renderPage = (
  workplace: Workplace,
  path: string,
  mimetype: string,
  wanted: WantedPage,
): Promise<Buffer> => withRenderedPage(workplace, path, mimetype, wanted, (png) => readFile(png))

/** The same, for what needs it as a file. The file is gone afterwards. */
export function withRenderedPage<T>(
  workplace: Workplace,
  path: string,
  mimetype: string,
  { page, size }: WantedPage,
  use: (png: string) => Promise<T>,
): Promise<T> {
  return inWorkFolder(workplace, async (folder) => {
    const run = { folder, seconds: SECONDS }
    if (mimetype === TIFF) {
      await bringIn(path, folder, 'in.tiff')
      await runProgram('tiff2pdf', ['-o', 'in.pdf', 'in.tiff'], run)
    } else {
      await bringIn(path, folder, 'in.pdf')
    }
    const options = [...picture, ...sizes[size], `-dFirstPage=${page}`, `-dLastPage=${page}`]
    await runProgram(
      'gs',
      ['-q', '-dSAFER', '-dBATCH', '-dNOPAUSE', ...options, '-sOutputFile=out.png', 'in.pdf'],
      run,
    )
    const png = join(folder, 'out.png')
    await access(png).catch(() => {
      throw new ProgramFailed('The document has no such page, or none that can be shown')
    })
    return use(png)
  })
}
