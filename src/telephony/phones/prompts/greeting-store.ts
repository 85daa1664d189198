import type { TelephonyDb } from '../../telephony-platform.ts'
import { type GreetingsTable, greetingsTable } from './greetings-table.ts'

/** The greeting of an extension by its present user. */
export async function findGreeting(
  db: TelephonyDb,
  { company_id, id, user_id }: { company_id: number; id: string; user_id: string | null },
): Promise<GreetingsTable | undefined> {
  const greeting = await greetingsTable.find(db, { company_id, extension_id: id })
  return greeting?.user_id === user_id ? greeting : undefined
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
