import type { Db } from '../../chat-platform.ts'

/** The members of every private conversation of a user, ascending, by recipient. */
export async function listConversations(
  db: Db,
  realmId: number,
  userId: number,
): Promise<Map<number, number[]>> {
  const rows = await db
    .selectFrom('receptions')
    .innerJoin('recipients', (join) =>
      join
        .onRef('recipients.realm_id', '=', 'receptions.realm_id')
        .onRef('recipients.id', '=', 'receptions.recipient_id'),
    )
    .select(['recipients.id', 'recipients.members'])
    .where('receptions.realm_id', '=', realmId)
    .where('receptions.user_id', '=', userId)
    .where('receptions.stream_id', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.id, row.members!.split(',').map(Number)]))
}

export async function findNewestIdsByRecipient(
  db: Db,
  realmId: number,
  recipientIds: readonly number[],
): Promise<Map<number, number>> {
  const newest = new Map<number, number>()
  for (let start = 0; start < recipientIds.length; start += 500) {
    const rows = await db
      .selectFrom('messages')
      .select('recipient_id')
      .select((select) => select.fn.max('id').as('newest'))
      .where('realm_id', '=', realmId)
      .where('recipient_id', 'in', recipientIds.slice(start, start + 500))
      .groupBy('recipient_id')
      .execute()
    for (const row of rows) newest.set(row.recipient_id, row.newest)
  }
  return newest
}
