import type { TelephonyDb } from '../../telephony-platform.ts'
import type { GreetingsTable } from './greetings-table.ts'

/** The greeting of an extension by its present user. */
export async function findGreeting(
  db: TelephonyDb,
  { company_id, id, user_id }: { company_id: number; id: string; user_id: string | null },
): Promise<GreetingsTable | undefined> {
  const greeting = await findGreetingRow(db, company_id, id)
  return greeting?.user_id === user_id ? greeting : undefined
}

/** The greeting of an extension, also of a former user. */
export async function findGreetingRow(
  db: TelephonyDb,
  companyId: number,
  extensionId: string,
): Promise<GreetingsTable | undefined> {
  return db
    .selectFrom('greetings')
    .selectAll()
    .where('company_id', '=', companyId)
    .where('extension_id', '=', extensionId)
    .executeTakeFirst()
}

export async function putGreeting(db: TelephonyDb, greeting: GreetingsTable): Promise<void> {
  const { company_id: _company, extension_id: _extension, ...values } = greeting
  await db
    .insertInto('greetings')
    .values(greeting)
    .onConflict((on) => on.columns(['company_id', 'extension_id']).doUpdateSet(values))
    .execute()
}

export async function deleteGreetingRow(
  db: TelephonyDb,
  companyId: number,
  extensionId: string,
): Promise<void> {
  await db
    .deleteFrom('greetings')
    .where('company_id', '=', companyId)
    .where('extension_id', '=', extensionId)
    .execute()
}

/** Whether a company (by its public id) has a greeting with this prompt. */
export async function isPromptOfGreeting(
  db: TelephonyDb,
  company: string,
  promptId: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('greetings')
    .innerJoin('companies', 'companies.id', 'greetings.company_id')
    .select('greetings.prompt_id')
    .where('companies.public_id', '=', company)
    .where('greetings.prompt_id', '=', promptId)
    .executeTakeFirst()
  return row !== undefined
}
