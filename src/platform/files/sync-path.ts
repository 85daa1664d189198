import { open } from 'node:fs/promises'

/** Resolves when a file, or the entries of a folder, would survive a power cut. */
export async function syncPath(path: string): Promise<void> {
  const opened = await open(path)
  await opened.sync().finally(() => opened.close())
}
