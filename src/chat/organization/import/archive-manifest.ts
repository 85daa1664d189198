import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ARCHIVE_FORMAT } from '../export/write-archive.ts'
import { ImportRefused } from './import-refused.ts'

export interface ArchiveManifest {
  format: number
  /** id 0: made from an export of another system */
  organization: { id: number; host: string; name: string }
  /** number of rows by table */
  tables: Record<string, number>
  sequences: Record<string, number>
}

export async function readManifest(folder: string): Promise<ArchiveManifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8')
  const manifest = parse(text)
  if (typeof manifest?.format !== 'number') throw damaged()
  if (manifest.format !== ARCHIVE_FORMAT) {
    throw new ImportRefused(
      `This archive has format ${manifest.format}, and this version imports format ${ARCHIVE_FORMAT}. Export the organization again with the same version of Switchboard.`,
    )
  }
  const { organization, tables, sequences } = manifest
  const isWhole =
    Number.isSafeInteger(organization?.id) &&
    typeof organization?.host === 'string' &&
    typeof organization.name === 'string' &&
    areNumbers(tables) &&
    areNumbers(sequences)
  if (!isWhole) throw damaged()
  return { format: manifest.format, organization: organization!, tables: tables!, sequences: sequences! }
}

const damaged = () => new ImportRefused('manifest.json is damaged.')

const areNumbers = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((number) => Number.isSafeInteger(number) && number >= 0)

function parse(text: string): Partial<ArchiveManifest> | null {
  try {
    return JSON.parse(text)
  } catch {
    throw damaged()
  }
}
