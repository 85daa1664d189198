import { type ServerMessage, viewAnswer } from './compare-page.ts'
import { canRead } from './model-access.ts'
import type { ModelUser } from './model-chat.ts'
import { ModelMismatch } from './model-mismatch.ts'
import { findInNarrow, type Term } from './model-narrow.ts'
import { flagsOf, viewMessage } from './model-page.ts'
import { call, type World } from './model-world.ts'

export async function compareSingleMessage(world: World, user: ModelUser, id: number): Promise<void> {
  world.questions += 1
  const { model } = world
  const message = model.messages.get(id)
  const { body } = await call(world, user, 'GET', `/messages/${id}`, { apply_markdown: false })
  const asked = `GET /messages/${id}`
  if (!message || !canRead(model, user, message)) {
    ModelMismatch.check(user.email, asked, 'error', body.result)
    return
  }
  if (body.result !== 'success') throw new ModelMismatch(user.email, asked, 'success', body)
  const expected = { ...viewMessage(message, false), flags: flagsOf(model, user, message) }
  const got = viewAnswer(body.message as ServerMessage, false)
  ModelMismatch.check(
    user.email,
    asked,
    { ...expected, raw: message.content },
    { ...got, raw: body.raw_content },
  )
  await compareReceipts(world, user, id)
}

/** Who has received it and read it. */
async function compareReceipts(world: World, user: ModelUser, id: number): Promise<void> {
  const { users, messages } = world.model
  const asked = `/messages/${id}/read_receipts`
  const { body } = await call(world, user, 'GET', asked)
  const expected = users
    .filter((one) => one.copies.get(id)?.isRead && one.id !== messages.get(id)!.sender)
    .map((one) => one.id)
    .sort((one, other) => one - other)
  ModelMismatch.check(user.email, `GET ${asked}`, expected, body.user_ids)
}

/** Which of some messages fit a narrow: the other way to ask for it. */
export async function compareMatches(
  world: World,
  user: ModelUser,
  narrow: readonly Term[],
  ids: readonly number[],
): Promise<void> {
  world.questions += 1
  const found = findInNarrow(world.model, user, narrow)
  const values = { msg_ids: ids, narrow }
  const { body } = await call(world, user, 'GET', '/messages/matches_narrow', values)
  const asked = `GET /messages/matches_narrow ${JSON.stringify(values)}`
  if (!found) {
    ModelMismatch.check(user.email, asked, 'BAD_NARROW', body.code)
    return
  }
  if (body.result !== 'success') throw new ModelMismatch(user.email, asked, 'success', body)
  const expected = found.map(({ id }) => id).filter((id) => ids.includes(id))
  ModelMismatch.check(user.email, asked, expected, Object.keys(body.messages as object).map(Number))
}
