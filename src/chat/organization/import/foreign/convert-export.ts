import { hash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { ChatPlatform } from '../../../chat-platform.ts'
import { ForeignArchive } from './foreign-archive.ts'
import type { ForeignExport } from './foreign-export.ts'
import { ForeignFiles } from './foreign-files.ts'
import type { LeftOut } from './left-out.ts'
import { createForeignRendering } from './render-foreign.ts'
import { writeForeignMessages } from './write-foreign-messages.ts'
import { writeForeignPeople } from './write-foreign-people.ts'
import { writeForeignStreams } from './write-foreign-streams.ts'

export interface Conversion {
  /** for the archive; replaced */
  folder: string
  /** of the export */
  fingerprint: string
  leftOut: LeftOut
  report(line: string): void
}

/** Makes an archive in our own format from an export of another system. The same export makes the same archive. */
export async function convertExport(
  chat: ChatPlatform,
  source: ForeignExport,
  { folder, fingerprint, leftOut, report }: Conversion,
): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  const archive = new ForeignArchive(folder, source)
  const nameFile = (key: string) =>
    hash('sha256', chat.secrets.hash(`import ${fingerprint} ${key}`), 'hex').slice(0, 32)
  const files = new ForeignFiles(archive, nameFile, leftOut)
  const emoji = await writeEmoji(archive, source, files)
  const render = createForeignRendering(chat, source, emoji)
  const scratchFolder = `${folder}-scratch`
  await rm(scratchFolder, { recursive: true, force: true })
  await writeForeignMessages(source, { archive, files, render, leftOut, scratchFolder, report })
  await rm(scratchFolder, { recursive: true, force: true })
  await writeForeignPeople(archive, source, files)
  await writeForeignStreams(archive, source)
  await archive.receiveConversations()
  await writeRealm(archive, source)
  await archive.finish()
}

async function writeEmoji(archive: ForeignArchive, { emoji }: ForeignExport, files: ForeignFiles) {
  const sources = new Map<number, { source_url: string }>()
  for (const one of emoji) {
    const drawn = await files.drawEmoji(one)
    if (!drawn) continue
    sources.set(one.id, drawn)
    await archive.write('realm_emoji', {
      realm_id: 0,
      id: one.id,
      name: one.name,
      author_id: one.authorId,
      deactivated: one.isDeactivated ? 1 : 0,
      live_name: one.isDeactivated ? null : one.name,
      ...drawn,
    })
  }
  return sources
}

async function writeRealm(
  archive: ForeignArchive,
  { name, description, streams }: ForeignExport,
): Promise<void> {
  const created = Math.min(...streams.map(({ createdAt }) => createdAt).filter((time) => time > 0))
  await archive.write('realms', {
    id: 0,
    host: '',
    name,
    description,
    created_at: Number.isFinite(created) ? created : 0,
    deactivated: 0,
    settings: '{}',
    icon_url: null,
  })
}
