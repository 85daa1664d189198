import { copyFile, rename } from 'node:fs/promises'

/** Also works between file systems: then the source stays, and its owner removes it. */
export async function moveFile(source: string, target: string): Promise<void> {
  try {
    await rename(source, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await copyFile(source, target)
  }
}
