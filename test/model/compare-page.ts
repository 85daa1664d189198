import type { ModelUser } from './model-chat.ts'
import { ModelMismatch } from './model-mismatch.ts'
import { findPage, flagsOf, type MessageView, type PageQuestion, viewMessage } from './model-page.ts'
import { call, type World } from './model-world.ts'

export interface ServerMessage {
  id: number
  type: string
  stream_id?: number
  display_recipient: string | { id: number }[]
  subject: string
  sender_id: number
  client: string
  content: string
  reactions: { user_id: number; emoji_name: string }[]
  edit_history?: unknown[]
  flags: string[]
  match_content?: string
  match_subject?: string
}

export const pageValues = (question: PageQuestion) => ({
  anchor: question.anchor,
  num_before: question.numBefore,
  num_after: question.numAfter,
  ...(question.narrow.length > 0 && { narrow: question.narrow }),
  apply_markdown: question.applyMarkdown,
})

/** Asks the server and the model for the same page. */
export async function comparePage(world: World, user: ModelUser, question: PageQuestion): Promise<void> {
  world.questions += 1
  const values = pageValues(question)
  const expected = findPage(world.model, user, question)
  const { body } = await call(world, user, 'GET', '/messages', values)
  const asked = `GET /messages ${JSON.stringify(values)}`
  if (!expected) {
    if (body.code !== 'BAD_NARROW') throw new ModelMismatch(user.email, asked, 'BAD_NARROW', body)
    return
  }
  if (body.result !== 'success') throw new ModelMismatch(user.email, asked, 'success', body)
  const { anchor, found_anchor, found_oldest, found_newest } = body
  const messages = body.messages as ServerMessage[]
  const isMatch = question.narrow.some(({ operator, negated }) => operator === 'search' && !negated)
  const views = expected.messages.map((message) => ({
    ...viewMessage(message, question.applyMarkdown),
    flags: flagsOf(world.model, user, message),
    isMatch,
  }))
  const got = {
    anchor,
    messages: messages.map((message, index) => ({
      ...viewAnswer(message, views[index]?.content === undefined),
      isMatch: message.match_content !== undefined && message.match_subject !== undefined,
    })),
    found_anchor,
    found_oldest,
    found_newest,
  }
  ModelMismatch.check(user.email, asked, { ...expected, messages: views }, got)
}

/** As viewMessage gives it. */
export function viewAnswer(
  message: ServerMessage,
  withoutContent: boolean,
): MessageView & { flags: string[] } {
  return {
    id: message.id,
    type: message.type,
    stream_id: message.stream_id ?? null,
    people:
      typeof message.display_recipient === 'string'
        ? null
        : message.display_recipient.map(({ id }) => id).sort((one, other) => one - other),
    subject: message.subject,
    sender_id: message.sender_id,
    client: message.client,
    content: withoutContent ? undefined : message.content,
    reactions: message.reactions.map((one) => `${one.user_id} ${one.emoji_name}`),
    edits: message.edit_history?.length ?? 0,
    flags: message.flags,
  }
}
