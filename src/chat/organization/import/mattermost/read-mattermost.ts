import { readdirSync } from 'node:fs'
import type { ForeignExport } from '../foreign/foreign-export.ts'
import type { LeftOut } from '../foreign/left-out.ts'
import { MattermostDirectory } from './mattermost-directory.ts'
import { readMattermostLines } from './mattermost-lines.ts'
import { readMattermostMessages } from './mattermost-messages.ts'

/** The name of the file is free; mmctl calls it import.jsonl. */
export const findMattermostFile = (folder: string) =>
  readdirSync(folder)
    .sort()
    .find((name) => name.endsWith('.jsonl'))

/** The JSON Lines file of a bulk export, perhaps with the folder `data` beside it. */
export async function readMattermost(folder: string, file: string, leftOut: LeftOut): Promise<ForeignExport> {
  const directory = new MattermostDirectory(folder, leftOut)
  for await (const records of readMattermostLines(folder, file)) {
    // They are the last ones, and there may be millions.
    if (records.some(({ type }) => type === 'post' || type === 'direct_post')) {
      for (const { type, record } of records) directory.add(type, record)
      break
    }
    for (const { type, record } of records) directory.add(type, record)
  }
  directory.subscribe()
  return {
    system: 'Mattermost',
    name: directory.name,
    description: '',
    people: directory.people,
    streams: directory.streams,
    emoji: directory.emoji,
    messages: (target) => readMattermostMessages(folder, file, directory, target),
  }
}
