import { on } from 'node:events'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { type Entry, type Options, open, type ZipFile } from 'yauzl'
import type { UnpackedFolder } from './unpacked-folder.ts'

/** The library refuses names that lead out of the folder, and entries that are longer than they state. */
export async function unpackZip(path: string, target: UnpackedFolder): Promise<void> {
  const zip = await promisify<string, Options, ZipFile>(open)(path, { lazyEntries: true, autoClose: false })
  const openEntry = promisify<Entry, Readable>(zip.openReadStream.bind(zip))
  try {
    const entries = on(zip, 'entry', { close: ['end'] })
    zip.readEntry()
    for await (const [entry] of entries as AsyncIterable<[Entry]>) {
      if (!entry.fileName.endsWith('/') && !isLink(entry)) {
        target.expect(entry.fileName, entry.uncompressedSize)
        await target.write(entry.fileName, await openEntry(entry))
      }
      zip.readEntry()
    }
  } finally {
    zip.close()
  }
}

const KIND = 0o170000
const LINK = 0o120000

/** The upper half is the mode of the file, if the archive was made on Unix. */
const isLink = (entry: Entry) => ((entry.externalFileAttributes >>> 16) & KIND) === LINK
