import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ForeignExport } from '../foreign/foreign-export.ts'
import type { LeftOut } from '../foreign/left-out.ts'
import { readSlackConversations } from './slack-conversations.ts'
import { readSlackMessages } from './slack-messages.ts'
import { SlackPeople } from './slack-people.ts'

const usersFiles = ['users.json', 'org_users.json']

const usersFileOf = (folder: string) => usersFiles.find((name) => existsSync(join(folder, name)))

export const isSlackExport = (folder: string) =>
  usersFileOf(folder) !== undefined &&
  ['channels.json', 'groups.json', 'dms.json', 'mpims.json'].some((name) => existsSync(join(folder, name)))

/** The unpacked zip file of a workspace export. */
export async function readSlack(folder: string, leftOut: LeftOut): Promise<ForeignExport> {
  const people = await SlackPeople.read(folder, usersFileOf(folder)!, leftOut)
  const { streams, conversations } = await readSlackConversations(folder, people, leftOut)
  return {
    system: 'Slack',
    name: 'Slack',
    description: '',
    // Bots and people who are only in messages are added while these are read.
    people: people.all,
    streams: streams.map(({ stream }) => stream),
    emoji: [],
    messages: (target) => readSlackMessages(folder, { people, streams, conversations, target }),
  }
}
