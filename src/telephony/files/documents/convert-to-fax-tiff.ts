import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bringIn, inWorkFolder, type Workplace } from '../../../platform/documents/in-work-folder.ts'
import { runProgram } from '../../../platform/documents/run-program.ts'
import { TIFF } from '../../../platform/files/sniff-type.ts'
import { countTiffPages } from './count-pages.ts'
import { type FaxHeader, faxHeaderProgram } from './fax-header.ts'

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

/** A document to be faxed. */
export interface FaxSource {
  readonly path: string
  readonly mimetype: string
  /** as far as is known: a PDF may declare fewer than it has */
  readonly pages: number
}

/** Converts a PDF or TIFF to black and white pages, each with the header. Throws ProgramFailed if it cannot be read. */
export function convertToFaxTiff(
  workplace: Workplace,
  { path, mimetype, pages: expected }: FaxSource,
  header: FaxHeader,
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
    const draw = async (pages: number) => {
      await writeFile(join(folder, 'header.ps'), faxHeaderProgram(header, pages))
      const options = ['-q', '-dSAFER', '-dBATCH', '-dNOPAUSE', ...page, '-sOutputFile=out.tiff']
      await runProgram('gs', [...options, 'header.ps', 'in.pdf'], run)
      return countTiffPages(folder, 'out.tiff')
    }
    const pages = await draw(expected)
    if (pages !== expected) await draw(pages)
    return { tiff: await readFile(join(folder, 'out.tiff')), pages }
  })
}
