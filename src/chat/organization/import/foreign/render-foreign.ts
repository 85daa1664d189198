import type { ChatPlatform } from '../../../chat-platform.ts'
import { findReferences } from '../../../markdown/find-references.ts'
import type { MarkdownContext, RenderedMarkdown } from '../../../markdown/markdown-context.ts'
import { renderInTime } from '../../../markdown/render-in-time.ts'
import { renderPlainly } from '../../../markdown/render-markdown.ts'
import type { ForeignExport } from './foreign-export.ts'

export type RenderForeign = (content: string, senderId: number) => Promise<RenderedMarkdown>

/** Renders messages as sending them would: with people, custom emoji, and the streams that their sender can see. */
export function createForeignRendering(
  chat: Pick<ChatPlatform, 'log'>,
  { people, streams, emoji }: ForeignExport,
  sources: ReadonlyMap<number, { source_url: string }>,
): RenderForeign {
  const users = new Map<string, { id: number; fullName: string }>()
  for (const { id, fullName } of people) {
    const [key, target] = [fullName.toLowerCase(), { id, fullName }]
    users.set(`${key}|${id}`, target)
    if (!users.has(key)) users.set(key, target)
  }
  const streamsByName = new Map(streams.map((stream) => [stream.name.toLowerCase(), stream]))
  const members = new Map(
    streams.map(({ id, subscribers }) => [id, new Set(subscribers.map(({ userId }) => userId))]),
  )
  const live = emoji.filter(({ id, isDeactivated }) => !isDeactivated && sources.has(id))
  const vocabulary: Pick<MarkdownContext, 'linkifiers' | 'emoji' | 'groups'> = {
    linkifiers: [],
    groups: new Map(),
    emoji: new Map(
      live.map(({ id, name }) => [name, { id: String(id), sourceUrl: sources.get(id)!.source_url }]),
    ),
  }
  return async (content, senderId) => {
    const plain = renderPlainly(content, vocabulary)
    if (plain) return plain
    const { userNames, streamNames } = findReferences(content)
    const named = streamNames.flatMap((name) => {
      const stream = streamsByName.get(name)
      const isSeen = stream && (!stream.isPrivate || members.get(stream.id)!.has(senderId))
      return isSeen ? [[name, { id: stream.id, name: stream.name }] as const] : []
    })
    const context: MarkdownContext = {
      ...vocabulary,
      users: new Map(
        userNames.flatMap((name) => (users.has(name) ? [[name, users.get(name)!] as const] : [])),
      ),
      streams: new Map(named),
      // The address of the organization is not known yet; links to its files have none.
      ownFiles: { realmId: 0, url: '' },
    }
    return renderInTime(chat, { tenant: 0, person: senderId }, content, context)
  }
}
