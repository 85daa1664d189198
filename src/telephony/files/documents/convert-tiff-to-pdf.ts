import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bringIn, inWorkFolder, type Workplace } from '../../../platform/documents/in-work-folder.ts'
import { runProgram } from '../../../platform/documents/run-program.ts'
import { countTiffPages } from './count-pages.ts'

const SECONDS = 60

/** Converts the pages for people to read. Throws ProgramFailed if they cannot be read. */
export function convertTiffToPdf(
  workplace: Workplace,
  path: string,
): Promise<{ pdf: Buffer; pages: number }> {
  return inWorkFolder(workplace, async (folder) => {
    await bringIn(path, folder, 'in.tiff')
    const pages = await countTiffPages(folder, 'in.tiff')
    await runProgram('tiff2pdf', ['-o', 'out.pdf', 'in.tiff'], { folder, seconds: SECONDS })
    return { pdf: await readFile(join(folder, 'out.pdf')), pages }
  })
}
