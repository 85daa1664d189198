import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { countTiffPages } from './count-pages.ts'
import { inWorkFolder } from './in-work-folder.ts'
import { runProgram } from './run-program.ts'

const SECONDS = 60

/** The same pages for people to read. Fails with ProgramFailed when they cannot be read. */
export function convertTiffToPdf(dataDir: string, tiff: Buffer): Promise<{ pdf: Buffer; pages: number }> {
  return inWorkFolder(dataDir, async (folder) => {
    await writeFile(join(folder, 'in.tiff'), tiff, { mode: 0o600 })
    const pages = await countTiffPages(folder, 'in.tiff')
    await runProgram('tiff2pdf', ['-o', 'out.pdf', 'in.tiff'], { folder, seconds: SECONDS })
    return { pdf: await readFile(join(folder, 'out.pdf')), pages }
  })
}
