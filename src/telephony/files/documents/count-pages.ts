import { bringIn, inWorkFolder, type Workplace } from '../../../platform/documents/in-work-folder.ts'
import { ProgramFailed, runProgram } from '../../../platform/documents/run-program.ts'
import { PDF, TIFF } from '../../../platform/files/sniff-type.ts'

const SECONDS = 20

/** Counts the pages of a PDF or TIFF. Throws ProgramFailed if it cannot be read. */
export function countPages(workplace: Workplace, path: string, mimetype: string): Promise<number> {
  return inWorkFolder(workplace, async (folder) => {
    if (mimetype === TIFF) {
      await bringIn(path, folder, 'in.tiff')
      return countTiffPages(folder, 'in.tiff')
    }
    if (mimetype !== PDF) throw new ProgramFailed('It is neither a PDF nor a TIFF')
    await bringIn(path, folder, 'in.pdf')
    return countPdfPages(folder)
  })
}

async function countPdfPages(folder: string): Promise<number> {
  const program = '(in.pdf) (r) file runpdfbegin pdfpagecount = quit'
  const args = ['-q', '-dSAFER', '-dNODISPLAY', '--permit-file-read=in.pdf', '-c', program]
  const output = await runProgram('gs', args, { folder, seconds: SECONDS })
  const count = /^(\d+)\s*$/m.exec(output)?.[1]
  if (count === undefined || Number(count) === 0)
    throw new ProgramFailed('The PDF has no page that can be read')
  return Number(count)
}

export async function countTiffPages(folder: string, name: string): Promise<number> {
  const output = await runProgram('tiffinfo', [name], { folder, seconds: SECONDS })
  const count = output.match(/^TIFF Directory at offset/gm)?.length ?? 0
  if (count === 0) throw new ProgramFailed('The TIFF has no page that can be read')
  return count
}
