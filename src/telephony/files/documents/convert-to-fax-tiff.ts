import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { TIFF } from '../../../platform/files/sniff-type.ts'
import { countTiffPages } from './count-pages.ts'
import { bringIn, inWorkFolder, type Workplace } from './in-work-folder.ts'
import { ProgramFailed, runProgram } from './run-program.ts'

/** A fine fax page: 204 x 196 dpi, 1728 dots wide, as long as A4. */
const page = [
  '-sDEVICE=tiffg4',
  '-r204x196',
  '-g1728x2292',
  '-dFIXEDMEDIA',
  '-dPDFFitPage',
  '-dMaxStripSize=0',
]
/** Enough for the longest fax. Most take a second. */
const SECONDS = 240

export interface FaxPages {
  tiff: Buffer
  pages: number
}

/** Converts a PDF or TIFF to black and white pages. Throws ProgramFailed if it cannot be read. */
export function convertToFaxTiff(
  workplace: Workplace,
  path: string,
  mimetype: string,
  signal?: AbortSignal,
): Promise<FaxPages> {
  return inWorkFolder(workplace, async (folder) => {
    const run = { folder, seconds: SECONDS, signal }
    if (mimetype === TIFF) {
      await bringIn(path, folder, 'in.tiff')
      await runProgram('tiff2pdf', ['-o', 'in.pdf', 'in.tiff'], run)
    } else {
      await bringIn(path, folder, 'in.pdf')
    }
    await runProgram(
      'gs',
      ['-q', '-dSAFER', '-dBATCH', '-dNOPAUSE', ...page, '-sOutputFile=out.tiff', 'in.pdf'],
      run,
    )
    const tiff = await readFile(join(folder, 'out.tiff')).catch(() => {
      throw new ProgramFailed('The document has no page that can be sent')
    })
    return { tiff, pages: await countTiffPages(folder, 'out.tiff') }
  })
}
