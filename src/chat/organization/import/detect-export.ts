import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ForeignExport } from './foreign/foreign-export.ts'
import type { LeftOut } from './foreign/left-out.ts'
import { ImportRefused } from './import-refused.ts'
import { findMattermostFile, readMattermost } from './mattermost/read-mattermost.ts'
import { isSlackExport, readSlack } from './slack/read-slack.ts'
import { isZulipExport, readZulip } from './zulip/read-zulip.ts'

export interface DetectedExport {
  /** Switchboard, Zulip, Slack, Mattermost */
  system: string
  folder: string
  /** undefined: the folder is an archive of our own */
  open?(leftOut: LeftOut): Promise<ForeignExport>
}

/** Each export has a file that no other has. Many archives contain one folder with everything in it. */
export async function detectExport(folder: string): Promise<DetectedExport> {
  const has = (name: string) => existsSync(join(folder, name))
  if (has('manifest.json') && has('tables')) return { system: 'Switchboard', folder }
  if (isZulipExport(folder)) return { system: 'Zulip', folder, open: (leftOut) => readZulip(folder, leftOut) }
  if (isSlackExport(folder)) return { system: 'Slack', folder, open: (leftOut) => readSlack(folder, leftOut) }
  const entries = (await readdir(folder, { withFileTypes: true })).filter(
    ({ name }) => !/^(\.|__MACOSX)/.test(name),
  )
  const file = findMattermostFile(folder)
  if (file) return { system: 'Mattermost', folder, open: (leftOut) => readMattermost(folder, file, leftOut) }
  const [only] = entries
  if (entries.length === 1 && only!.isDirectory()) return detectExport(join(folder, only!.name))
  throw new ImportRefused(
    'This is not an export that can be imported. It has neither manifest.json (Switchboard) nor realm.json (Zulip) nor users.json with channels.json (Slack) nor a file .jsonl (Mattermost).',
  )
}
