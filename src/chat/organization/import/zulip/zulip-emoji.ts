import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ForeignEmoji } from '../foreign/foreign-export.ts'
import { insideOf } from '../foreign/inside-of.ts'
import type { LeftOut } from '../foreign/left-out.ts'
import { listRecords } from '../foreign/read-records.ts'

export async function readZulipEmoji(
  folder: string,
  people: ReadonlySet<number>,
  leftOut: LeftOut,
): Promise<ForeignEmoji[]> {
  const pictures = await findPictures(folder)
  const names = new Set<string>()
  const emoji: ForeignEmoji[] = []
  for (const record of await listRecords(folder, 'realm.json', 'zerver_realmemoji')) {
    const name = record.text('name')
    const picture = pictures.get(record.optionalText('file_name'))
    if (picture === undefined) {
      leftOut.add('Custom emoji without a picture in the export', name)
      continue
    }
    const isDeactivated = record.flag('deactivated') || names.has(name)
    if (!isDeactivated) names.add(name)
    const author = record.has('author') ? record.id('author') : 0
    const authorId = people.has(author) ? author : [...people][0]!
    emoji.push({ id: record.id('id'), name, authorId, isDeactivated, picture })
  }
  return emoji
}

/** By file name. The original is listed beside the reduced size. */
async function findPictures(folder: string): Promise<Map<string, string>> {
  const pictures = new Map<string, string>()
  if (!existsSync(join(folder, 'emoji/records.json'))) return pictures
  for (const record of await listRecords(folder, 'emoji/records.json')) {
    const path = insideOf(join(folder, 'emoji'), record.text('path'))
    const file = record.optionalText('file_name') || record.text('path').split('/').at(-1)!
    if (path !== undefined && !pictures.has(file)) pictures.set(file, path)
  }
  return pictures
}
