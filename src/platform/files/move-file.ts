import { copyFile, rename } from 'node:fs/promises'

/** Also between file systems: then the source stays, for whoever made it to remove. */
export async function moveFile(source: string, target: string): Promise<void> {
  try {
    await rename(source, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error
    await copyFile(source, target)
  }
}
