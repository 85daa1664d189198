import type { Db } from '../../chat.ts'

export async function listAlertWords(db: Db, realmId: number): Promise<{ userId: number; word: string }[]> {
  return db
    .selectFrom('alert_words')
    .select(['user_id as userId', 'word'])
    .where('realm_id', '=', realmId)
    .execute()
}

export async function listAlertWordsOf(db: Db, realmId: number, userId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('alert_words')
    .select('word')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .orderBy('word')
    .execute()
  return rows.map((row) => row.word)
}

export async function insertAlertWords(
  db: Db,
  realmId: number,
  userId: number,
  words: readonly string[],
): Promise<void> {
  if (words.length === 0) return
  await db
    .insertInto('alert_words')
    .values(words.map((word) => ({ realm_id: realmId, user_id: userId, word })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function deleteAlertWords(
  db: Db,
  realmId: number,
  userId: number,
  words: readonly string[],
): Promise<void> {
  if (words.length === 0) return
  await db
    .deleteFrom('alert_words')
    .where('realm_id', '=', realmId)
    .where('user_id', '=', userId)
    .where('word', 'in', [...words])
    .execute()
}
