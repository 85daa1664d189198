import { join } from 'node:path'
import { link } from '../../../bots/webhook-texts/markdown-parts.ts'
import { plain } from '../../../bots/webhook-texts/plain-text.ts'
import type { ForeignRecord } from '../foreign/foreign-record.ts'
import type { ForeignTarget } from '../foreign/foreign-target.ts'
import { insideOf } from '../foreign/inside-of.ts'

/**
 * Links to the files of a message. Slack's own exports contain only addresses; tools that complete them put the files
 * into `__uploads`, or into a folder of the channel.
 */
export async function linkSlackFiles(
  { folder, target }: { folder: string; target: ForeignTarget },
  channel: string,
  message: ForeignRecord,
  ownerId: number,
  createdAt: number,
): Promise<string[]> {
  const links: string[] = []
  for (const file of message.records('files')) {
    const id = file.optionalText('id').replace(/[^A-Za-z0-9]/g, '')
    const name = file.optionalText('name') || file.optionalText('title') || id
    if (file.optionalText('mode') === 'tombstone' || id === '') {
      target.leaveOut('Files that were deleted in Slack', file.place)
      continue
    }
    const places = [join('__uploads', id, name), join(channel, 'attachments', `${id}-${name}`)]
    const path = places.map((place) => insideOf(folder, place)).find(Boolean)
    if (path) {
      const address = await target.addFile({ key: id, path, name, ownerId, createdAt })
      links.push(`[${plain(name)}](${address})`)
    } else {
      target.leaveOut(
        'Files that are not in the export (their messages link to Slack)',
        `${name} in ${message.place}`,
      )
      // Without the token of the export, which gives access to all files.
      links.push(link(name, file.optionalText('url_private').split('?')[0]))
    }
  }
  return links
}
