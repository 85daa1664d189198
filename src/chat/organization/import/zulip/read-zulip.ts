import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ForeignExport } from '../foreign/foreign-export.ts'
import type { LeftOut } from '../foreign/left-out.ts'
import { listRecords } from '../foreign/read-records.ts'
import { readZulipEmoji } from './zulip-emoji.ts'
import { readZulipMessages } from './zulip-messages.ts'
import { readZulipPeople } from './zulip-people.ts'
import { readZulipReactions } from './zulip-reactions.ts'
import { readZulipRecipients } from './zulip-recipients.ts'
import { readZulipStreams } from './zulip-streams.ts'

const FILE = 'realm.json'

export const isZulipExport = (folder: string) => existsSync(join(folder, FILE))

/** An export of Zulip's `manage.py export`. All ids stay the same, so links to messages keep their meaning. */
export async function readZulip(folder: string, leftOut: LeftOut): Promise<ForeignExport> {
  const [realm] = await listRecords(folder, FILE, 'zerver_realm')
  const people = await readZulipPeople(folder, leftOut)
  const ids = new Set(people.map(({ id }) => id))
  const recipients = await readZulipRecipients(folder)
  const emoji = await readZulipEmoji(folder, ids, leftOut)
  const streams = await readZulipStreams(folder, recipients, people, leftOut)
  return {
    system: 'Zulip',
    name: realm?.optionalText('name').trim() || 'Zulip',
    description: realm?.optionalText('description') ?? '',
    people,
    streams,
    emoji,
    messages: (target) => readZulipMessages(folder, { people: ids, streams, recipients, target }),
    reactions: (target) => readZulipReactions(folder, ids, emoji, target),
  }
}
