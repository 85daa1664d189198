import LibsqlDatabase from 'libsql'
import { Client } from 'pg'

export interface SubscriberRow {
  username: string
  domain: string
  password: string
  ha1: string
}

/** What is in Kamailio's own table, read without the product. */
export async function subscriberRows(databaseUrl: string): Promise<SubscriberRow[]> {
  const statement = 'select username, domain, password, ha1 from subscriber order by domain, username'
  return (await onKamailioDatabase(databaseUrl, statement)) as SubscriberRow[]
}

/** Runs a statement in Kamailio's database. */
export async function onKamailioDatabase(databaseUrl: string, statement: string): Promise<unknown[]> {
  if (databaseUrl.startsWith('sqlite:')) {
    const database = new LibsqlDatabase(databaseUrl.slice('sqlite:'.length))
    try {
      const prepared = database.prepare(statement)
      if (prepared.reader) return prepared.all()
      prepared.run()
      return []
    } finally {
      database.close()
    }
  }
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}
